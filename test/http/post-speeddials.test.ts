import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../src/domain/errors.js';
import { deferred, dial, fakePort, phoneName, uuid } from '../support/fake-port.js';
import { openRequest, post, problemIn } from '../support/http.js';
import { startService } from '../support/app.js';

const path = `/speeddials?phone=${phoneName}`;

describe('POST /speeddials', () => {
  it.each([path, `/speeddials/?phone=${phoneName}`])('answers %s with only the uuid, as plain/text', async (to) => {
    const { port } = await startService();
    const answer = await post(port, to, [dial('1')], { Accept: 'application/json' });
    expect(answer).toMatchObject({ status: 200, text: uuid });
    expect(answer.headers['content-type']).toBe('plain/text');
  });

  it('passes on the name and the list as they were sent, in any form', async () => {
    const { port, callManager } = await startService();
    const dials = [
      dial('10', '0100', '<![CDATA[x]]>'),
      dial('007', '+14085554019', '&amp;'),
      dial('1', '1e5', '  <R&D> "x" Büro 😀  '),
      dial('0', '*55#,,9', "]]></label><x/>'"),
      dial('18446744073709551616', ''),
    ];
    await post(port, '/speeddials?phone=%3CSEP%26%20%2B%27', dials);
    expect(callManager.buttons.speeddial.replace.mock.calls.map(([{ name }, list]) => [name, list])).toEqual([
      ["<SEP& +'", dials],
    ]);
  });

  it('takes a missing label as an empty one', async () => {
    const { port, callManager } = await startService();
    expect(await post(port, path, [{ dirn: '0100', index: '1' }])).toMatchObject({ status: 200 });
    expect(callManager.buttons.speeddial.replace.mock.calls[0]?.[1]).toEqual([dial('1', '0100', '')]);
  });

  it('clears the list with []', async () => {
    const { port, callManager } = await startService();
    expect(await post(port, path, '[]')).toMatchObject({ status: 200 });
    expect(callManager.buttons.speeddial.replace.mock.calls[0]?.[1]).toEqual([]);
  });

  it.each([
    ['', 'query.phone', 'is missing'],
    ['?phone', 'query.phone', 'is empty'],
    ['?phone=', 'query.phone', 'is empty'],
    ['?phone=A&phone=B', 'query.phone', '2 times'],
    ['?phone=A%00', 'query.phone', 'U+0000'],
    ['?phone=A%FE', 'query.phone', 'U+FFFD'],
    [`?phone=${'A'.repeat(101)}`, 'query.phone', '100 characters'],
  ])('refuses the query %j', async (query, field, reason) => {
    const { port, callManager } = await startService();
    const problem = problemIn(await post(port, `/speeddials${query}`, []));
    expect(problem).toMatchObject({ status: 400, code: 'invalid-request' });
    expect(problem.errors?.map((error) => error.field)).toEqual([field]);
    expect(problem.errors?.[0]?.detail).toContain(reason);
    expect(callManager.buttons.speeddial.replace).not.toHaveBeenCalled();
  });

  it('says which phone the call manager does not have, and its refusals in its own words', async () => {
    const refusal = (code: 'phone-not-found' | 'rejected-by-call-manager') =>
      fakePort({
        speedDials: {
          replace: () =>
            Promise.reject(new ServiceError(code, { detail: 'its own words', axlCode: 5007, effect: 'refused' })),
        },
      });
    const { port } = await startService({ callManager: refusal('phone-not-found') });
    expect(problemIn(await post(port, path, []))).toMatchObject({ status: 404, code: 'phone-not-found' });
    const other = await startService({ callManager: refusal('rejected-by-call-manager') });
    expect(problemIn(await post(other.port, path, []))).toMatchObject({
      status: 422,
      code: 'rejected-by-call-manager',
      detail: 'its own words',
      axlCode: 5007,
    });
  });

  it('completes a write although its caller hangs up', async () => {
    const asked = deferred<AbortSignal>();
    const release = deferred<typeof uuid>();
    const { port, seen } = await startService({
      callManager: fakePort({
        speedDials: {
          replace: (_device, _dials, _held, { signal }) => {
            asked.resolve(signal);
            return release.promise;
          },
        },
      }),
    });
    const request = openRequest(port, path, { method: 'POST', headers: { 'Content-Type': 'application/json' } });
    request.end('[]');
    const signal = await asked.promise;
    request.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(signal.aborted).toBe(false);
    release.resolve(uuid);
    await expect.poll(() => seen.filter(({ kind }) => kind === 'write')).toMatchObject([{ outcome: 'replaced' }]);
  });

  it.each([
    ['ok', () => Promise.resolve()],
    [
      'call-manager-fault',
      () => Promise.reject(new ServiceError('call-manager-fault', { detail: 'no', effect: 'refused' })),
    ],
  ])('tells in a header that loading the change went %s', async (outcome, loadChange) => {
    const { port } = await startService({ loadsChange: true, callManager: fakePort({ loadChange }) });
    const answer = await post(port, path, []);
    expect(answer).toMatchObject({ status: 200, text: uuid });
    expect(answer.headers['x-after-update']).toBe(outcome);
  });

  it('lets read-only users look up but not write', async () => {
    const { port, callManager } = await startService({ readOnlyUsers: ['caller'] });
    expect(problemIn(await post(port, path, 'not even JSON'))).toMatchObject({ status: 403, code: 'forbidden' });
    expect(callManager.buttons.speeddial.replace).not.toHaveBeenCalled();
  });
});
