import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/domain/errors.js';
import type { SpeedDial } from '../../../src/domain/phone.js';
import type { Uuid } from '../../../src/domain/identifiers.js';
import type { Effect } from '../../../src/domain/resend-policy.js';
import type { ButtonsOfDevices } from '../../../src/use-cases/call-manager.js';
import { ReplaceButtons } from '../../../src/use-cases/replace-buttons.js';
import type { WriteJournal } from '../../../src/use-cases/write-journal.js';
import { deferred, dial, fakePort, openContext, phoneKey, uuid } from '../../support/fake-port.js';
import { failure } from '../../support/scripted-buttons.js';

const before = [dial('1', '0199', 'old')];
const wanted = [dial('1', '0100', 'new')];

/** Sets a list; `replace` decides the outcome. @returns each step in order, and how it is reported */
function setting(replace: ButtonsOfDevices<SpeedDial>['replace'], { isRefused = false } = {}) {
  const steps: unknown[] = [];
  const step = (what: unknown): Promise<void> => Promise.resolve(void steps.push(what));
  const journal: WriteJournal = {
    enter: () =>
      Promise.resolve({
        verify: () => Promise.resolve(),
        hasRead: () => undefined,
        mayHaveSet: () => Promise.resolve(false),
        begin: async ({ uuid: read }) => {
          await step(['begin', read]);
          if (isRefused) throw failure('history-unavailable', 'none');
          return {
            id: '1',
            settle: ({ state, problem }, took) => step([state, problem?.code, took]),
            found: (list) => step(list),
          };
        },
        leave: () => void steps.push('leave'),
      }),
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
/** Before the write: the history's record. */
const first = [['begin', uuid], 'send'];
const late = [...first, ['uncertain', 'outcome-unknown', undefined], 'told outcome-unknown'];

describe('the history', () => {
  it.each([uuid, another])(
    'has the end of the list before the caller, and which device accepted it, %s',
    async (took) => {
      const { steps, told } = setting(() => Promise.resolve(took));
      await told;
      expect(steps).toEqual([...first, ['changed', undefined, took], 'leave', 'told of change 1']);
    },
  );

  it('prevents a write that it cannot record', async () => {
    const { steps, told } = setting(() => Promise.resolve(uuid), { isRefused: true });
    await told;
    expect(steps).toEqual([...first.slice(0, 1), 'leave', 'told history-unavailable']);
  });

  it.each([
    [failure('rejected-by-call-manager', 'refused'), 'refused'],
    [failure('call-manager-unreachable', 'none'), 'refused'],
    [failure('changed-meanwhile', 'none'), 'changed-meanwhile'],
    [new Error('a mistake of this service'), 'uncertain'],
  ])('has the failure of a write, by what it may have done: %s', async (thrown, state) => {
    const { steps, told } = setting(() => Promise.reject(thrown));
    await told;
    const code = thrown instanceof ServiceError ? thrown.code : 'internal-error';
    const end = thrown instanceof ServiceError ? `told ${code}` : thrown;
    expect(steps).toEqual([...first, [state, code, undefined], 'leave', end]);
  });

  it.each<[string, { took?: Uuid; effect?: Effect }, readonly unknown[]]>([
    ['has what a late answer shows', { took: uuid }, ['after']],
    [
      'has the device that a late answer names, which had another list before',
      { took: another },
      [['uncertain', 'outcome-unknown', another], 'after'],
    ],
    [
      'hears once more that the outcome is unknown, where a late answer says nothing',
      { effect: 'unknown' },
      [['uncertain', 'outcome-unknown', undefined]],
    ],
    ['has the refusal that a late answer is', { effect: 'refused' }, ['before']],
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
