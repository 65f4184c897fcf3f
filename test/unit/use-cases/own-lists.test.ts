import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/domain/errors.js';
import type { SpeedDial } from '../../../src/domain/phone.js';
import type { Uuid } from '../../../src/domain/identifiers.js';
import type { Effect } from '../../../src/domain/resend-policy.js';
import type { ButtonsOfDevices } from '../../../src/use-cases/call-manager.js';
import { ReplaceButtons } from '../../../src/use-cases/replace-buttons.js';
import type { OwnLists, WriteJournal } from '../../../src/use-cases/write-journal.js';
import { place } from '../../support/changes.js';
import { deferred, dial, fakePort, openContext, phoneKey, uuid } from '../../support/fake-port.js';
import { failure } from '../../support/scripted-buttons.js';

const before = [dial('1', '0199', 'old')];
const wanted = [dial('1', '0100', 'new')];

interface Setting {
  /** The step that fails before the list is sent. */
  readonly fails?: 'mark' | 'begin';
  /** False: there is a history, but no inventory. */
  readonly hasInventory?: boolean;
}

/** Sets a list; `replace` decides the outcome. @returns each step in order, and how it is reported */
function setting(replace: ButtonsOfDevices<SpeedDial>['replace'], { fails, hasInventory = true }: Setting = {}) {
  const steps: unknown[] = [];
  const step = (what: unknown): Promise<void> => Promise.resolve(void steps.push(what));
  const journal: WriteJournal = {
    enter: () =>
      Promise.resolve({
        verify: () => Promise.resolve(),
        hasRead: () => undefined,
        mayHaveSet: () => Promise.resolve(false),
        begin: async ({ uuid: read, place: marked }) => {
          await step(['begin', read, marked]);
          if (fails === 'begin') throw failure('history-unavailable', 'none');
          return { id: '1', settle: (outcome, took) => step([outcome, took]), found: (list) => step(list) };
        },
        leave: () => void steps.push('leave'),
      }),
  };
  const ownLists: OwnLists = {
    changing: async (device, read, kind) => {
      await step(['changing', device, read, kind]);
      if (fails === 'mark') throw failure('history-unavailable', 'none');
      return {
        place: place(7),
        set: (entries, took) => step(['set', entries, took]),
        notSet: () => step('not set'),
        mayHaveLanded: () => step('may have landed'),
      };
    },
  };
  const writers = new ReplaceButtons({
    callManager: fakePort({
      speedDials: {
        readForChange: () => Promise.resolve({ uuid, entries: before }),
        replace: (...sent) => {
          const [, , held] = sent;
          steps.push(held ? 'send over the list before' : 'send');
          return replace(...sent);
        },
      },
    }),
    loadsChange: false,
    journal,
    ownLists: hasInventory ? ownLists : undefined,
    observe: () => undefined,
  });
  const { context, end } = openContext();
  const told = writers.set('speeddial', phoneKey, { list: wanted }, context).then(
    ({ changeId }) => steps.push(`told of change ${changeId}`),
    (thrown: unknown) => steps.push(thrown instanceof ServiceError ? `told ${thrown.code}` : thrown),
  );
  return { steps, told, writers, end };
}

const another = 'ffffffff-4e5f-6071-8293-a4b5c6d7e8f9' as Uuid;
/** Before the write: the mark, and the history's record with its place. */
const marked = ['changing', phoneKey, uuid, 'speeddial'];
const first = [marked, ['begin', uuid, place(7)], 'send'];
const late = [...first, ['outcome-unknown', undefined], 'may have landed', 'told outcome-unknown'];
const set = (took: Uuid) => ['set', wanted, took];

describe('the keeper of lists', () => {
  it.each([uuid, another])('is informed of one before it is sent, and which device accepted it, %s', async (took) => {
    const { steps, told } = setting(() => Promise.resolve(took));
    await told;
    expect(steps).toEqual([...first, ['replaced', took], set(took), 'leave', 'told of change 1']);
  });

  it('prevents a write that it could not be informed of', async () => {
    const { steps, told } = setting(() => Promise.resolve(uuid), { fails: 'mark' });
    await told;
    expect(steps).toEqual([marked, 'leave', 'told history-unavailable']);
  });

  it('is informed that nothing was set if the history cannot record it', async () => {
    const { steps, told } = setting(() => Promise.resolve(uuid), { fails: 'begin' });
    await told;
    expect(steps).toEqual([...first.slice(0, 2), 'not set', 'leave', 'told history-unavailable']);
  });

  it.each([
    ['that it was not', failure('rejected-by-call-manager', 'refused'), ['not set']],
    ['that it was not', failure('call-manager-unreachable', 'none'), ['not set']],
    ['nothing', new Error('a mistake of this service'), []],
  ])('is told %s where a list was not set, or that is not known', async (_what, thrown, more) => {
    const { steps, told } = setting(() => Promise.reject(thrown));
    await told;
    const code = thrown instanceof ServiceError ? thrown.code : 'internal-error';
    const end = thrown instanceof ServiceError ? `told ${code}` : thrown;
    expect(steps).toEqual([...first, [code, undefined], ...more, 'leave', end]);
  });

  it.each<[string, { took?: Uuid; effect?: Effect }, readonly unknown[]]>([
    ['is told what a late answer shows', { took: uuid }, ['after', 'may have landed', set(uuid)]],
    [
      'is told of a late answer that names another device, which had another list before',
      { took: another },
      [['outcome-unknown', another], 'after', 'may have landed', set(another)],
    ],
    [
      'hears once more that a list is not known, where a late answer says nothing',
      { effect: 'unknown' },
      ['may have landed'],
    ],
    ['hears that nothing was set where a late answer is a refusal', { effect: 'refused' }, ['before', 'not set']],
  ])('%s, in the turn of the device', async (_what, { took, effect = 'none' }, later) => {
    const answer = deferred<typeof uuid>();
    const { steps, told, writers, end } = setting(() => answer.promise);
    await expect.poll(() => steps).toContain('send');
    end();
    await told;
    expect(steps).toEqual(late);
    if (took) answer.resolve(took);
    else answer.reject(failure('call-manager-timeout', effect));
    await writers.idle();
    await expect.poll(() => steps).toEqual([...late, ...later, 'leave']);
  });
});

describe('the history without an inventory', () => {
  const hasInventory = false;
  const begun = [['begin', uuid, undefined], 'send'];

  it('has the outcome before the caller', async () => {
    const { steps, told } = setting(() => Promise.resolve(uuid), { hasInventory });
    await told;
    expect(steps).toEqual([...begun, ['replaced', uuid], 'leave', 'told of change 1']);
  });

  it('prevents a write that it cannot record', async () => {
    const { steps, told } = setting(() => Promise.resolve(uuid), { hasInventory, fails: 'begin' });
    await told;
    expect(steps).toEqual([...begun.slice(0, 1), 'leave', 'told history-unavailable']);
  });

  it('has the refusal of a write', async () => {
    const refused = failure('rejected-by-call-manager', 'refused');
    const { steps, told } = setting(() => Promise.reject(refused), { hasInventory });
    await told;
    expect(steps).toEqual([...begun, [refused.code, undefined], 'leave', `told ${refused.code}`]);
  });

  it.each(['after', 'before'] as const)('has what a late answer shows: %s', async (list) => {
    const answer = deferred<typeof uuid>();
    const { steps, told, writers, end } = setting(() => answer.promise, { hasInventory });
    await expect.poll(() => steps).toContain('send');
    end();
    await told;
    const late = [...begun, ['outcome-unknown', undefined], 'told outcome-unknown'];
    expect(steps).toEqual(late);
    if (list === 'after') answer.resolve(uuid);
    else answer.reject(failure('rejected-by-call-manager', 'refused'));
    await writers.idle();
    await expect.poll(() => steps).toEqual([...late, list, 'leave']);
  });
});
