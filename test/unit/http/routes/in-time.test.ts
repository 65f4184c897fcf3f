import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { inTime } from '../../../../src/http/routes/open-call-context.js';
import type { RouteContext } from '../../../../src/http/routes/route.js';
import { newTally } from '../../../../src/use-cases/call-context.js';
import { deferred } from '../../../support/fake-port.js';

it('the history completes a request of a caller who disconnects: that is no failure of its store', async () => {
  const res = Object.assign(new EventEmitter(), { req: { socket: { destroyed: false } } });
  const state = { requestId: 'r1', user: 'ann', tally: newTally(), arrivedAt: performance.now() };
  const ctx = { state, res } as unknown as RouteContext;
  const time = { deadlineMs: 10_000, graceOver: new AbortController().signal };
  const answer = deferred<string>();
  let asked: AbortSignal | undefined;
  const told = inTime(ctx, 'write', time, ({ signal }) => {
    asked = signal;
    return answer.promise;
  });
  res.emit('close');
  expect(asked?.aborted).toBe(false);
  answer.resolve('found');
  expect(await told).toBe('found');
});
