import { describe, expect, it } from 'vitest';
import { retryAfterSeconds } from '../../../../src/axl/soap/response.js';

const now = Date.UTC(1994, 10, 6, 8, 49, 37);

describe('Retry-After', () => {
  it.each<[header: string | undefined, seconds: number | undefined]>([
    ['0', 0],
    ['30', 30],
    [' 007 ', 7],
    ['1.2', 2],
    ['1.25', 2],
    ['0.0', 0],
    ['86401', 86_400],
    ['99999999999999999999999', 86_400],
    ['9'.repeat(400), 86_400],
    ['Sun, 06 Nov 1994 08:50:07 GMT', 30],
    ['Sunday, 06-Nov-94 08:50:07 GMT', 30],
    ['Sun Nov  6 08:50:07 1994', 30],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 0],
    ['Sat, 05 Nov 1994 08:49:37 GMT', 0],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 86_400],
  ])('%j is %s', (header, seconds) => {
    expect(retryAfterSeconds(header, now)).toBe(seconds);
  });

  it.each([
    undefined,
    '',
    ' ',
    '-5',
    '-1.5',
    '+3',
    '1e3',
    '0x10',
    '1,5',
    '1.',
    '.5',
    'NaN',
    'Infinity',
    'soon',
    '5 seconds',
    '1994-11-06T08:50:07Z',
    'Sun, 99 Nov 1994 08:50:07 GMT',
    'Sunday',
  ])('%j is ignored', (header) => {
    expect(retryAfterSeconds(header, now)).toBeUndefined();
  });
});
