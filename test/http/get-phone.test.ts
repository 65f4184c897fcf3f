import { whenAborted } from '../../src/use-cases/time-limit.js';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../src/domain/errors.js';
import { deferred, fakePort, reception } from '../support/fake-port.js';
import { openRequest, problemIn, send } from '../support/http.js';
import { basic, startService } from '../support/app.js';

describe('GET /phone', () => {
  it.each(['/phone?dirn=0100', '/phone/?dirn=0100'])('answers %s with the phones as JSON', async (path) => {
    const { port } = await startService({
      callManager: fakePort({ findPhones: () => Promise.resolve([reception]) }),
    });
    const answer = await send(port, path);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(JSON.parse(answer.text)).toEqual([reception]);
  });

  it('answers no match with an empty array', async () => {
    const { port } = await startService();
    expect(await send(port, '/phone/?dirn=0100')).toMatchObject({ status: 200, text: '[]' });
  });

  it('orders the phones by name', async () => {
    const named = (name: string) => ({ ...reception, name });
    const { port } = await startService({
      callManager: fakePort({
        findPhones: () => Promise.resolve([named('SEP2'), named('CIPC'), named('SEP10')]),
      }),
    });
    const phones = JSON.parse((await send(port, '/phone?dirn=1')).text) as { name: string }[];
    expect(phones.map(({ name }) => name)).toEqual(['CIPC', 'SEP10', 'SEP2']);
  });

  it.each([
    ['0100', '0100'],
    ['1e5', '1e5'],
    ['*55%23', '*55#'],
    ['%2B14085554019', '+14085554019'],
    ['+14085554019', '+14085554019'],
    ['%2014085554019', '+14085554019'],
    ['%5C%2B14085554019', '+14085554019'],
    ['%5C+14085554019', '+14085554019'],
    ['1%2B2', '1+2'],
    ['1+2', '1 2'],
    ['0100%20', '0100 '],
    ["0100'%20OR%20'1'='1", "0100' OR '1'='1"],
    ['%3C!%5BCDATA%5Bx%5D%5D%3E', '<![CDATA[x]]>'],
    ['B%C3%BCro%F0%9F%98%80', 'Büro😀'],
  ])('looks dirn=%s up as %s', async (query, number) => {
    const { port, callManager } = await startService();
    expect(await send(port, `/phone?dirn=${query}`)).toMatchObject({ status: 200 });
    expect(callManager.findPhones.mock.calls.map(([asked]) => asked)).toEqual([number]);
  });

  it.each(['%25', '20_', '%ZZ'])('finds no one under dirn=%s without a request', async (query) => {
    const { port, callManager } = await startService();
    expect(await send(port, `/phone?dirn=${query}`)).toMatchObject({ status: 200, text: '[]' });
    const stranger = { Authorization: basic('caller', 'wrong') };
    expect(await send(port, `/phone?dirn=${query}`, { headers: stranger })).toMatchObject({ status: 401 });
    expect(callManager.findPhones).not.toHaveBeenCalled();
  });

  it.each([
    ['', 'is missing'],
    ['?', 'is missing'],
    ['?DIRN=1', 'is missing'],
    ['?dirn', 'is empty'],
    ['?dirn=', 'is empty'],
    ['?dirn=1&dirn=2', '2 times'],
    ['?dirn=1&dirn=1', '2 times'],
    ['?dirn=&dirn=', '2 times'],
    ['?dirn=1%00', 'U+0000'],
    ['?dirn=1%0A', 'U+000A'],
    ['?dirn=%C2%85', 'U+0085'],
    ['?dirn=%FF', 'U+FFFD'],
    ['?dirn=%ED%A0%80', 'U+FFFD'],
  ])('refuses /phone%s, saying %j of the field', async (query, reason) => {
    const { port, callManager } = await startService();
    const answer = await send(port, `/phone${query}`);
    expect(problemIn(answer)).toMatchObject({ status: 400, code: 'invalid-request' });
    expect(problemIn(answer).errors).toHaveLength(1);
    expect(problemIn(answer).errors?.[0]?.field).toBe('query.dirn');
    expect(problemIn(answer).errors?.[0]?.detail).toContain(reason);
    expect(callManager.findPhones).not.toHaveBeenCalled();
  });

  it('accepts a number of 255 characters, and no longer one', async () => {
    const { port } = await startService();
    expect(await send(port, `/phone?dirn=${'9'.repeat(255)}`)).toMatchObject({ status: 200 });
    expect(problemIn(await send(port, `/phone?dirn=${'9'.repeat(256)}`)).detail).toContain('at most 255 characters');
  });

  it('answers HEAD with the headers of GET and no body', async () => {
    const { port } = await startService({
      callManager: fakePort({ findPhones: () => Promise.resolve([reception]) }),
    });
    const get = await send(port, '/phone?dirn=1');
    const head = await send(port, '/phone?dirn=1', { method: 'HEAD' });
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect(head.headers['content-type']).toBe('application/json');
    const wrong = await send(port, '/phone', { method: 'HEAD' });
    expect(wrong).toMatchObject({ status: 400, text: '' });
    expect(wrong.headers['content-type']).toBe('application/problem+json');
  });

  it('abandons the lookup of a caller who hangs up', async () => {
    const asked = deferred<AbortSignal>();
    const { port } = await startService({
      callManager: fakePort({
        findPhones: (_number, { signal }) => {
          asked.resolve(signal);
          return new Promise(() => undefined);
        },
      }),
    });
    const request = openRequest(port, '/phone?dirn=1').end();
    const signal = await asked.promise;
    request.destroy();
    await expect.poll(() => signal.aborted).toBe(true);
  });

  it('gives up at the deadline', async () => {
    const { port } = await startService({
      deadlineMs: 50,
      callManager: fakePort({
        findPhones: (_number, { signal }) =>
          new Promise((_resolve, reject) => {
            whenAborted(signal, () => {
              reject(
                new ServiceError('call-manager-timeout', { detail: 'It did not answer in time.', effect: 'unknown' }),
              );
            });
          }),
      }),
    });
    const answer = await send(port, '/phone?dirn=1');
    expect(problemIn(answer)).toMatchObject({ status: 504, code: 'call-manager-timeout' });
  });
});
