import { describe, expect, it } from 'vitest';
import { sessionIn } from '../../../../src/axl/nodes/session.js';

const now = Date.UTC(2024, 0, 1);

describe('the session in an answer', () => {
  it.each<[setCookies: string[], cookie: string]>([
    [['JSESSIONIDSSO=0A1B'], '0A1B'],
    [['JSESSIONIDSSO=0A1B; Path=/; Secure; HttpOnly'], '0A1B'],
    [
      ['JSESSIONIDSSO="0A1B"; path=/; domain=cucm.example; Secure; HttpOnly; Expires=Tue, 19-Jan-2038 03:14:07 GMT'],
      '0A1B',
    ],
    [['JSESSIONID=x; Path=/', ' JSESSIONIDSSO = a=b== ;Max-Age=10'], 'a=b=='],
    [['JSESSIONIDSSO=a; Expires=Thu, 01 Jan 1970 00:00:10 GMT; Max-Age=60'], 'a'],
    [['JSESSIONIDSSO=a; Expires=some day; Max-Age=soon'], 'a'],
    [['JSESSIONIDSSO=REMOVE; Max-Age=0', 'JSESSIONIDSSO=b'], 'b'],
    [['JSESSIONIDSSO=REMOVED'], 'REMOVED'],
  ])('%j: it is open', (setCookies, cookie) => {
    expect(sessionIn(setCookies, now)).toEqual({ name: 'JSESSIONIDSSO', value: cookie });
  });

  it.each<[setCookies: string[], cookie: string | undefined]>([
    [['JSESSIONID=x'], 'x'],
    [['JSESSIONID=x; Path=/axl; Secure; HttpOnly', 'JSESSIONID=y'], 'y'],
    [['JSESSIONID=x; Max-Age=0'], undefined],
  ])('%j: a JSESSIONID counts if it is the only cookie', (setCookies, value) => {
    expect(sessionIn(setCookies, now)).toEqual({ name: 'JSESSIONID', value });
  });

  it.each([
    ['JSESSIONIDSSO=REMOVE'],
    ['JSESSIONIDSSO="REMOVE"; Path=/'],
    ['JSESSIONIDSSO='],
    ['JSESSIONIDSSO=""'],
    ['JSESSIONIDSSO'],
    ['JSESSIONIDSSO=a; Expires=Sun, 31 Dec 2023 23:59:59 GMT'],
    ['JSESSIONIDSSO=a; expires=Thu, 01-Jan-1970 00:00:10 GMT'],
    ['JSESSIONIDSSO=a; Max-Age=0'],
    ['JSESSIONIDSSO=a; MAX-AGE=-1; Expires=Tue, 19-Jan-2038 03:14:07 GMT'],
    ['JSESSIONIDSSO=a\u0001b'],
    ['JSESSIONIDSSO=a b'],
    ['JSESSIONIDSSO=a"b"'],
    ['JSESSIONIDSSO="a"b'],
    [' JSESSIONIDSSO ; Path=/'],
    ['JSESSIONIDSSO=a; Expires=Mon, 01 Jan 2024 00:00:00 GMT'],
    ['JSESSIONIDSSO=a; Max-Age=in 60; Expires=Sun, 31 Dec 2023 23:59:59 GMT'],
    ['JSESSIONIDSSO=a; Max-Age=60 s; Expires=Sun, 31 Dec 2023 23:59:59 GMT'],
    ['JSESSIONIDSSO=a', 'JSESSIONIDSSO=REMOVE'],
  ])('%j: is ended', (...setCookies) => {
    expect(sessionIn(setCookies, now)).toEqual({ name: 'JSESSIONIDSSO', value: undefined });
  });

  it.each([[], ['JSESSIONID=x', 'balancer=a'], ['jsessionidsso=x'], ['jsessionid=x'], ['X=JSESSIONIDSSO=x'], ['']])(
    '%j: nothing',
    (...setCookies) => {
      expect(sessionIn(setCookies, now)).toBeUndefined();
    },
  );
});
