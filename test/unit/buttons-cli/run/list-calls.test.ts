import { beforeEach, describe, expect, it } from 'vitest';
import type { Proxy } from '../../../../src/buttons-cli/connection/proxy.js';
import { listTag } from '../../../../src/domain/list-tag.js';
import { enginePace, listCalls, settledOf } from '../../../../src/buttons-cli/run/list-calls.js';
import { Pace } from '../../../../src/buttons-cli/run/pace.js';
import { changeItem } from '../../../../src/client/engine/change-item.js';
import { jumpingClock, problem, rememberLists, speedDials } from '../../../support/remembered-lists.js';

const dial = (label: string) => [{ index: '1', dirn: '1', label }];
const [before, after] = [dial('old'), dial('new')];
const list = { ...speedDials('D'), etag: listTag('speeddial', before), before, after };
const [unknown, busy, refused, login] = [
  problem(504, 'outcome-unknown'),
  problem(503, 'overloaded'),
  problem(422, 'rejected-by-call-manager'),
  problem(401, 'unauthenticated'),
];
const said = (code: string): RegExp => new RegExp(`It says ${code}\\.`);

describe('a list that is changed', () => {
  let lists: ReturnType<typeof rememberLists>;
  let clock: ReturnType<typeof jumpingClock>;
  let asked: AbortController;
  let urgent: AbortController;
  let intentions: number;
  /** The error of a call to read. */
  let unread: Error | undefined;

  beforeEach(() => {
    lists = rememberLists([[list, before]]);
    clock = jumpingClock();
    [asked, urgent, intentions, unread] = [new AbortController(), new AbortController(), 0, undefined];
  });

  /** Changes it, while the writes fail in turn; writes with `after` are carried out despite the failure. */
  async function change(
    { inDoubt = false, isUnderWay = false } = {},
    ...failures: readonly { thrown: Error; after?: boolean }[]
  ) {
    lists.failures.push(...failures);
    const interruption = { asked: asked.signal, urgent: urgent.signal };
    const proxy: Proxy = {
      ...lists.proxy,
      readList: (key, signal) => (unread ? Promise.reject(unread) : lists.proxy.readList(key, signal)),
    };
    const pace = new Pace(0, clock, interruption);
    const result = await changeItem(
      { planned: list, inDoubt },
      {
        calls: listCalls({ proxy, run: undefined, pace, interruption }),
        ...{ pace: enginePace(pace), isUnderWay, hasEnded: () => false, onBegin: () => undefined },
        intend: () => Promise.resolve((intentions += 1) > 0),
      },
    );
    return settledOf(result);
  }

  it('is recorded in the journal once, for any number of attempts', async () => {
    expect(await change({}, { thrown: busy }, { thrown: busy }, { thrown: busy })).toEqual({ state: 'changed' });
    expect([intentions, lists.writes.length]).toEqual([1, 4]);
    expect(clock.waits).toEqual([1000, 2000, 4000]);
  });

  it('is "as wanted" if another user did the same, and "changed by this run" if its answer was lost', async () => {
    lists.set(list, after);
    expect(await change()).toEqual({ state: 'already-ok' });
    expect(await change({ inDoubt: true })).toEqual({ state: 'changed' });
    expect(lists.writes).toHaveLength(1);
  });

  it('is read after the last attempt too, if that may have been carried out', async () => {
    const lost = Array.from({ length: 3 }, () => ({ thrown: unknown }));
    expect(await change({}, ...lost, { thrown: unknown, after: true })).toEqual({ state: 'changed' });
  });

  it('is skipped if another user has changed it', async () => {
    lists.set(list, dial('somebody'));
    expect(await change({ inDoubt: true })).toMatchObject({ state: 'changed-meanwhile' });
    expect(await change()).toMatchObject({ state: 'changed-meanwhile' });
  });

  it.each([refused, login])('is refused if it was certainly not carried out: %s', async (thrown) => {
    const changed = await change({}, { thrown });
    expect(changed).toMatchObject({ state: 'refused', detail: expect.stringMatching(said(thrown.code)) as string });
  });

  it('is changed if an unanswered attempt is carried out before the next one', async () => {
    lists.failures.push({ thrown: unknown });
    const read = lists.proxy.readList.bind(lists.proxy);
    let reads = 0;
    // The running attempt is carried out after the list was read.
    lists.proxy.readList = async (key, signal) => {
      const found = await read(key, signal);
      if ((reads += 1) === 1) lists.set(list, after);
      return found;
    };
    expect(await change({}, { thrown: problem(412, 'changed-meanwhile') })).toEqual({ state: 'changed' });
    expect(reads).toBe(2);
  });

  it('is uncertain if a refusal follows an unknown outcome; the message has both', async () => {
    const changed = await change({}, { thrown: unknown }, { thrown: refused });
    expect(changed.state).toBe('uncertain');
    expect(changed.detail).toMatch(/It says outcome-unknown\..*; then: It says rejected-by-call-manager\./);
  });

  it.each([busy, login])('is uncertain if it cannot be read: %s', async (thrown) => {
    unread = thrown;
    const changed = await change({ inDoubt: true });
    expect(changed.state).toBe('uncertain');
    expect(changed.detail).toMatch(
      new RegExp(`^the run was interrupted before the answer came; it could not be read: It says ${thrown.code}`),
    );
    expect(lists.writes).toHaveLength(0);
  });

  it('is not reached after an interruption, unless its device is in progress', async () => {
    asked.abort();
    expect(await change()).toEqual({ state: 'not-reached' });
    expect(await change({ inDoubt: true })).toMatchObject({
      state: 'uncertain',
      detail: expect.stringContaining('interrupted') as string,
    });
    expect(await change({ isUnderWay: true })).toEqual({ state: 'changed' });
  });

  it('has the outcome of its last attempt, if an interruption cancels the wait for the next', async () => {
    clock.wait = () => {
      asked.abort();
      return Promise.resolve();
    };
    const changed = await change({}, { thrown: problem(503, 'overloaded', 60) });
    expect(changed).toMatchObject({ state: 'refused', detail: expect.stringMatching(said('overloaded')) as string });
  });

  it('is cancelled if that is urgent', async () => {
    urgent.abort();
    expect(await change({}, { thrown: busy })).toMatchObject({
      state: 'uncertain',
      detail: expect.stringMatching(/^interrupted/) as string,
    });
  });
});
