import { describe, expect, it, vi } from 'vitest';
import type { ErrorCode } from '../../../src/domain/error-catalogue.js';
import { type SentTo, ServiceError } from '../../../src/domain/errors.js';
import { listTag } from '../../../src/domain/list-tag.js';
import type { DeviceName, Uuid } from '../../../src/domain/identifiers.js';
import type { SpeedDial } from '../../../src/domain/phone.js';
import { ReplaceButtons } from '../../../src/use-cases/replace-buttons.js';
import type { CallContext } from '../../../src/use-cases/call-context.js';
import type { ButtonsOfDevices } from '../../../src/use-cases/call-manager.js';
import { deferred, dial, fakePort, openContext, phoneKey, phoneName, uuid } from '../../support/fake-port.js';
import { observing } from '../../support/app.js';
import { failure, type Reading, scriptedButtons, type Write } from '../../support/scripted-buttons.js';

const wanted = [dial('1', '0100', 'new')];
const old = [dial('1', '0199', 'old')];

const lost = failure('call-manager-timeout', 'unknown');

type Dials = ButtonsOfDevices<SpeedDial>;

function replacing(parts: Parameters<typeof fakePort>[0] = {}, loadsChange = false) {
  const callManager = fakePort(parts);
  const { observe, seen } = observing();
  const writers = new ReplaceButtons({ callManager, loadsChange, observe });
  const replace = (entries: readonly SpeedDial[], context: CallContext, name = phoneName) =>
    writers.set('speeddial', { kind: 'phone', name }, { list: entries }, context);
  return { callManager, writers, replace, seen, writes: () => seen.filter(({ kind }) => kind === 'write') };
}

async function play(writes: readonly Write[], readings: readonly Reading<SpeedDial>[]) {
  const { buttons, steps } = scriptedButtons(writes, readings);
  const { callManager, writers, writes: audited } = replacing({ speedDials: buttons });
  const { context } = openContext({ requestId: 'r1', user: 'ann' });
  const outcome: unknown = await writers
    .set('speeddial', phoneKey, { list: wanted }, context)
    .catch((thrown: unknown) => (thrown instanceof ServiceError ? thrown.code : thrown));
  expect(audited()).toHaveLength(1);
  expect(audited()[0]).toMatchObject({ requestId: 'r1', user: 'ann', phone: phoneName, after: wanted });
  for (const [device, dials] of callManager.buttons.speeddial.replace.mock.calls) {
    expect([device, dials]).toEqual([phoneKey, wanted]);
  }
  return { outcome, steps: steps.join(' '), audited: audited()[0] };
}

const set = { entries: wanted, tag: listTag('speeddial', wanted) };
const replaced = { uuid, before: undefined, ...set, loaded: undefined, changeId: undefined };

describe('a write that is answered', () => {
  it('is done', async () => {
    const { outcome, steps, audited } = await play(['set'], []);
    expect(outcome).toEqual(replaced);
    expect(steps).toBe('write');
    expect(audited).toMatchObject({ outcome: 'replaced', before: undefined });
  });

  it.each<ErrorCode>([
    'phone-not-found',
    'rejected-by-call-manager',
    'call-manager-refused-credentials',
    'axl-service-unavailable',
    'axl-version-unsupported',
    'call-manager-busy',
    'call-manager-unavailable',
    'call-manager-unreachable',
    'call-manager-timeout',
    'overloaded',
  ])('with %s that surely was not applied is told as it is, and neither read back nor repeated', async (code) => {
    const { outcome, steps, audited } = await play([failure(code, 'refused')], []);
    expect(outcome).toBe(code);
    expect(steps).toBe('write');
    expect(audited).toMatchObject({ outcome: code, before: undefined });
  });

  it('with an error from elsewhere is neither repeated nor hidden', async () => {
    const bug = new TypeError('bug');
    const { outcome, steps, audited } = await play([bug], []);
    expect(outcome).toBe(bug);
    expect(steps).toBe('write');
    expect(audited).toMatchObject({ outcome: 'internal-error' });
  });
});

describe('a write whose answer was lost', () => {
  it.each<[string, ServiceError]>([
    ['by a time-out', lost],
    ['by a reset', failure('call-manager-unreachable', 'unknown')],
    ['by an answer that proves nothing', failure('call-manager-answer-invalid', 'unknown')],
    ['in a way that says nothing of it', failure('call-manager-fault', 'unknown')],
  ])('%s is done when the phone holds exactly the list', async (_how, thrown) => {
    const { outcome, steps, audited } = await play([thrown], [[...wanted].reverse()]);
    expect(outcome).toEqual(replaced);
    expect(steps).toBe('write read');
    expect(audited).toMatchObject({ outcome: 'confirmed-by-reading', before: undefined });
  });

  it('is done if the phone has the list in another order and with leading zeros', async () => {
    const { replace, callManager } = replacing({
      speedDials: {
        replace: () => Promise.reject(lost),
        readForChange: () => Promise.resolve({ uuid, entries: [dial('2', 'b'), dial('01', 'a')] }),
      },
    });
    const dials = [dial('1', 'a'), dial('2', 'b')];
    expect(await replace(dials, openContext().context)).toEqual({
      ...replaced,
      entries: dials,
      tag: listTag('speeddial', dials),
    });
    expect(callManager.buttons.speeddial.replace).toHaveBeenCalledTimes(1);
  });

  it('is sent once more if the phone has the old list', async () => {
    const { outcome, steps, audited } = await play([lost, 'set'], [old]);
    expect(outcome).toEqual({ ...replaced, before: old });
    expect(steps).toBe('write read write');
    expect(audited).toMatchObject({ outcome: 'replaced', before: old });
  });

  it('is read back once more if the second answer is lost as well', async () => {
    const { outcome, steps, audited } = await play([lost, lost], [old, wanted]);
    expect(outcome).toEqual({ ...replaced, before: old });
    expect(steps).toBe('write read write read');
    expect(audited).toMatchObject({ outcome: 'confirmed-by-reading', before: old });
  });

  it('is unknown if the phone still has the old list then: the second write may still be running', async () => {
    const { outcome, steps, audited } = await play([lost, lost], [old, old]);
    expect(outcome).toBe('outcome-unknown');
    expect(steps).toBe('write read write read');
    expect(audited).toMatchObject({ outcome: 'outcome-unknown', before: old });
  });

  it('is unknown if the phone cannot be read back', async () => {
    for (const unreadable of [lost, failure('call-manager-unavailable', 'refused'), failure('overloaded', 'refused')]) {
      const { outcome, steps, audited } = await play([lost], [unreadable]);
      expect(outcome).toBe('outcome-unknown');
      expect(steps).toBe('write read');
      expect(audited).toMatchObject({ outcome: 'outcome-unknown', before: undefined });
    }
  });

  it('is unknown if the phone cannot be read back after the second attempt', async () => {
    const { outcome, steps, audited } = await play([lost, lost], [old, lost]);
    expect(outcome).toBe('outcome-unknown');
    expect(steps).toBe('write read write read');
    expect(audited).toMatchObject({ outcome: 'outcome-unknown', before: old });
  });

  it.each<ErrorCode>([
    'call-manager-busy',
    'call-manager-unavailable',
    'overloaded',
    'call-manager-refused-credentials',
  ])('and whose second try ends in %s is looked up once more', async (code) => {
    const second = failure(code, 'refused');
    expect(await play([lost, second], [old, wanted])).toMatchObject({
      outcome: { ...replaced, before: old },
      steps: 'write read write read',
      audited: { outcome: 'confirmed-by-reading' },
    });
    expect(await play([lost, second], [old, old])).toMatchObject({ outcome: 'outcome-unknown' });
  });

  it.each<ErrorCode>(['rejected-by-call-manager', 'phone-not-found', 'call-manager-fault'])(
    'and whose second attempt is answered %s is read once more: the first may still be running',
    async (code) => {
      const refused = failure(code, 'refused');
      expect(await play([lost, refused], [old, wanted])).toMatchObject({
        outcome: { ...replaced, before: old },
        steps: 'write read write read',
        audited: { outcome: 'confirmed-by-reading', before: old },
      });
      expect(await play([lost, refused], [old, old])).toMatchObject({
        outcome: 'outcome-unknown',
        audited: { outcome: 'outcome-unknown', before: old },
      });
      expect(await play([lost, refused], [old, lost])).toMatchObject({ outcome: 'outcome-unknown' });
    },
  );

  it('and whose second attempt fails with an error from elsewhere is not read back any more', async () => {
    const bug = new TypeError('bug');
    expect(await play([lost, bug], [old])).toMatchObject({ outcome: bug, steps: 'write read write' });
  });

  it('reports the words and the code of a refusal that proved nothing', async () => {
    const facts = { detail: 'record is locked', axlCode: -107, effect: 'refused', cause: 'soapenv:Server' } as const;
    const { replace } = replacing({
      speedDials: {
        replace: vi
          .fn<Dials['replace']>()
          .mockRejectedValueOnce(lost)
          .mockRejectedValueOnce(new ServiceError('rejected-by-call-manager', facts)),
        readForChange: () => Promise.resolve({ uuid, entries: old }),
      },
    });
    const writing = replace(wanted, openContext().context);
    await expect(writing).rejects.toMatchObject({
      code: 'outcome-unknown',
      facts: { axlCode: -107, cause: 'soapenv:Server', effect: 'unknown' },
    });
    await expect(writing).rejects.toThrow(/answered: record is locked$/);
  });

  it('is read back from its node, and the refused second attempt from the node of the first', async () => {
    const publisher = { node: 'pub', isPublisher: true };
    const lostAt = (sentTo: SentTo) =>
      new ServiceError('call-manager-timeout', { detail: '', sentTo, effect: 'unknown' });
    const readFrom = async (...failures: ServiceError[]) => {
      const left = [...failures];
      const { replace, callManager } = replacing({
        speedDials: {
          replace: () => Promise.reject(left.shift() ?? new Error('once too often')),
          readForChange: () => Promise.resolve({ uuid, entries: old }),
        },
      });
      const writing = replace(wanted, openContext().context);
      await expect(writing).rejects.toMatchObject({ code: 'outcome-unknown' });
      return callManager.buttons.speeddial.readForChange.mock.calls.map(([, , from]) => from);
    };
    expect(await readFrom(lostAt(publisher), lostAt(publisher))).toEqual([publisher, publisher]);
    expect(await readFrom(lostAt(publisher), failure('rejected-by-call-manager', 'refused'))).toEqual([
      publisher,
      publisher,
    ]);
  });

  it('at a subscriber is not read back there, which would prove nothing, but sent once more', async () => {
    const sentTo = { node: 'sub', isPublisher: false };
    const lostThere = new ServiceError('call-manager-timeout', { detail: '', sentTo, effect: 'unknown' });
    expect(await play([lostThere, 'set'], [])).toMatchObject({ outcome: replaced, steps: 'write write' });
    expect(await play([lostThere, lostThere], [])).toMatchObject({ outcome: 'outcome-unknown', steps: 'write write' });
    const refused = failure('rejected-by-call-manager', 'refused');
    expect(await play([lostThere, refused], [])).toMatchObject({ outcome: 'outcome-unknown', steps: 'write write' });
  });

  it('to a phone that was deleted meanwhile is reported like that', async () => {
    expect(await play([lost], ['gone'])).toMatchObject({ outcome: 'phone-not-found', steps: 'write read' });
    expect(await play([lost, lost], [old, 'gone'])).toMatchObject({ outcome: 'phone-not-found' });
    const { replace } = replacing({ speedDials: { replace: () => Promise.reject(lost) } });
    const writing = replace(wanted, openContext().context);
    await expect(writing).rejects.toMatchObject({ facts: { effect: 'unknown' } });
    await expect(writing).rejects.toThrow(`There is no phone ${phoneName} any more.`);
  });

  it('says in outcome-unknown that sending it again is safe, and no more about a lost answer', async () => {
    const { replace } = replacing({
      speedDials: { replace: () => Promise.reject(lost), readForChange: () => Promise.reject(lost) },
    });
    const writing = replace(wanted, openContext().context);
    await expect(writing).rejects.toThrow(/may or may not be set; sending it again is safe\.$/);
  });
});

describe('writes to one phone', () => {
  /** Writes that the test answers. */
  function writingSlowly() {
    const begun: {
      phone: string;
      label: string | undefined;
      done: (key: Uuid) => void;
      fail: (thrown: Error) => void;
    }[] = [];
    const parts = replacing({
      speedDials: {
        replace: ({ name: phone }, dials) => {
          const { promise, resolve, reject } = deferred<Uuid>();
          begun.push({ phone, label: dials[0]?.label, done: resolve, fail: reject });
          return promise;
        },
      },
    });
    const write = (label: string, phone = phoneName, context = openContext().context) =>
      parts.replace([dial('1', '1', label)], context, phone);
    return { ...parts, begun, write, labels: () => begun.map(({ label }) => label) };
  }

  const settle = () => new Promise((resolve) => setImmediate(resolve));

  it('are sent one by one, in order of arrival', async () => {
    const { begun, write, labels } = writingSlowly();
    const writing = Promise.allSettled(['a', 'b', 'c'].map((label) => write(label)));
    await settle();
    expect(labels()).toEqual(['a']);
    begun[0]?.done(uuid);
    await settle();
    expect(labels()).toEqual(['a', 'b']);
    begun[1]?.fail(failure('rejected-by-call-manager', 'refused'));
    await settle();
    expect(labels()).toEqual(['a', 'b', 'c']);
    begun[2]?.done(uuid);
    expect((await writing).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('are in one order for any letter case of its name', async () => {
    const { begun, write, labels } = writingSlowly();
    const first = write('a', 'SEP00aB' as DeviceName);
    const second = write('b', 'sep00Ab' as DeviceName);
    await settle();
    expect(labels()).toEqual(['a']);
    begun[0]?.done(uuid);
    await first;
    await settle();
    begun[1]?.done(uuid);
    await second;
    expect(begun.map(({ phone }) => phone)).toEqual(['SEP00aB', 'sep00Ab']);
  });

  it('do not wait for those to another phone', async () => {
    const { begun, write, labels } = writingSlowly();
    void write('a');
    const other = write('b', 'SEP999' as DeviceName);
    await settle();
    expect(labels()).toEqual(['a', 'b']);
    begun[1]?.done(uuid);
    expect(await other).toMatchObject({ uuid });
  });

  it('are not sent if their time ends while they wait', async () => {
    const { begun, write, labels, writes } = writingSlowly();
    const first = write('a');
    const { context, end } = openContext();
    const second = write('b', phoneName, context);
    await settle();
    end();
    begun[0]?.done(uuid);
    await first;
    await expect(second).rejects.toMatchObject({
      code: 'overloaded',
      facts: { effect: 'none', retryAfterSeconds: 1 },
    });
    expect(labels()).toEqual(['a']);
    const after = [dial('1', '1', 'b')];
    expect(writes()).toMatchObject([{ outcome: 'overloaded', before: undefined, after }, { outcome: 'replaced' }]);
  });

  it('are finished when the service stops, even those that still wait', async () => {
    const { writers, begun, write } = writingSlowly();
    await writers.idle();
    void write('a');
    void write('b');
    let idle = false;
    const waiting = writers.idle().then(() => {
      idle = true;
    });
    await settle();
    begun[0]?.done(uuid);
    await settle();
    expect(idle).toBe(false);
    begun[1]?.done(uuid);
    await waiting;
    expect(idle).toBe(true);
  });
});

describe('a write that is still open when its caller leaves', () => {
  /** The caller leaves when the last write is sent, which the test answers. */
  async function leaving(earlier: readonly ServiceError[], answer: Uuid | Error) {
    const left = [...earlier];
    const { context, end } = openContext({ requestId: 'r1', user: 'ann' });
    const open = deferred<Uuid>();
    const { replace, writers, writes, seen } = replacing({
      speedDials: {
        replace: () => {
          const failed = left.shift();
          if (failed) return Promise.reject(failed);
          setImmediate(end);
          return open.promise;
        },
        readForChange: () => Promise.resolve({ uuid, entries: old }),
      },
    });
    await expect(replace(wanted, context)).rejects.toMatchObject({ code: 'outcome-unknown' });
    if (answer instanceof Error) open.reject(answer);
    else open.resolve(answer);
    await writers.idle();
    return { audited: writes(), last: seen.at(-1) };
  }

  it.each<[string, Uuid | Error, string | undefined]>([
    ['the new list', uuid, 'after'],
    ['the list from before', failure('rejected-by-call-manager', 'refused'), 'before'],
    ['no list', lost, undefined],
  ])('is reported once more when the answer shows %s', async (_what, answer, list) => {
    const of = { requestId: 'r1', user: 'ann', phone: phoneName, buttons: 'speeddial' };
    const { audited, last } = await leaving([], answer);
    expect(audited).toMatchObject([{ outcome: 'outcome-unknown', before: undefined }]);
    expect(last).toEqual({ kind: 'late-answer', ...of, span: undefined, list });
  });

  it('for the second time names the list that was read in between', async () => {
    const { audited } = await leaving([lost], uuid);
    expect(audited).toMatchObject([{ outcome: 'outcome-unknown', before: old }]);
  });
});

describe('loading the change', () => {
  it('follows the write, if that is configured', async () => {
    const { replace, callManager, seen } = replacing({}, true);
    const { context } = openContext({ requestId: 'r1' });
    expect(await replace(wanted, context)).toEqual({ ...replaced, loaded: 'ok' });
    expect(callManager.loadChange).toHaveBeenCalledExactlyOnceWith(phoneName, context);
    expect(seen.map(({ kind }) => kind)).toEqual(['write', 'load-change']);
    expect(seen[1]).toEqual({ kind: 'load-change', requestId: 'r1', phone: phoneName, outcome: 'ok' });
  });

  it.each<[Error, ErrorCode]>([
    [failure('call-manager-timeout', 'unknown'), 'call-manager-timeout'],
    [failure('axl-version-unsupported', 'refused'), 'axl-version-unsupported'],
    [new TypeError('bug'), 'internal-error'],
  ])('does not undo the write when it fails (%s)', async (thrown, code) => {
    const { replace, seen } = replacing({ loadChange: () => Promise.reject(thrown) }, true);
    const outcome = await replace(wanted, openContext().context);
    expect(outcome).toEqual({ ...replaced, loaded: code });
    expect(seen).toMatchObject([
      { kind: 'write', outcome: 'replaced' },
      { kind: 'load-change', outcome: code },
    ]);
  });

  it('ends with the time of the caller, to whom the list is set', async () => {
    const { context, end } = openContext();
    const { replace, seen } = replacing(
      {
        loadChange: () => {
          setImmediate(end);
          return new Promise(() => undefined);
        },
      },
      true,
    );
    expect(await replace(wanted, context)).toEqual({ ...replaced, loaded: 'call-manager-timeout' });
    expect(seen[1]).toMatchObject({ kind: 'load-change', outcome: 'call-manager-timeout' });
  });

  it('is not tried after a failed write', async () => {
    const { replace, callManager } = replacing(
      { speedDials: { replace: () => Promise.reject(failure('rejected-by-call-manager', 'refused')) } },
      true,
    );
    await expect(replace(wanted, openContext().context)).rejects.toThrow();
    expect(callManager.loadChange).not.toHaveBeenCalled();
  });
});
