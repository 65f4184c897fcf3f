import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/domain/errors.js';
import type { SpeedDial } from '../../../src/domain/phone.js';
import type { ButtonsOfDevices } from '../../../src/use-cases/call-manager.js';
import { ReplaceButtons } from '../../../src/use-cases/replace-buttons.js';
import type { WriteJournal } from '../../../src/use-cases/write-journal.js';
import { deferred, dial, fakePort, openContext, phoneKey, uuid } from '../../support/fake-port.js';
import { failure } from '../../support/scripted-buttons.js';

const before = [dial('1', '0199', 'old')];
const wanted = [dial('1', '0100', 'new')];

/** Sets a list where what `replace` says becomes of it. @returns each step in its order, and how it is told */
function setting(replace: ButtonsOfDevices<SpeedDial>['replace'], isMarked = true) {
  const steps: unknown[] = [];
  const step = (what: unknown): Promise<void> => Promise.resolve(void steps.push(what));
  const journal: WriteJournal = {
    enter: () =>
      Promise.resolve({
        verify: () => Promise.resolve(),
        hasRead: () => undefined,
        begin: () =>
          step('begin').then(() => ({ id: '1', settle: (outcome) => step(outcome), found: (list) => step(list) })),
        leave: () => void steps.push('leave'),
      }),
  };
  const writers = new ReplaceButtons({
    callManager: fakePort({
      speedDials: {
        readForChange: () => Promise.resolve({ uuid, entries: before }),
        replace: (...sent) => {
          steps.push('send');
          return replace(...sent);
        },
      },
    }),
    loadsChange: false,
    journal,
    ownLists: {
      changing: async (device, kind) => {
        await step(['changing', device, kind]);
        if (isMarked) {
          return {
            set: (entries) => step(['set', device, kind, entries]),
            mayHaveLanded: () => step('may have landed'),
          };
        }
        throw failure('history-unavailable', 'none');
      },
    },
    observe: () => undefined,
  });
  const { context, end } = openContext();
  const told = writers.set('speeddial', phoneKey, { list: wanted }, context).then(
    () => steps.push('told'),
    (thrown: unknown) => steps.push(thrown instanceof ServiceError ? `told ${thrown.code}` : thrown),
  );
  return { steps, told, writers, end };
}

const changing = ['changing', phoneKey, 'speeddial'];
const set = ['set', phoneKey, 'speeddial', wanted];

describe('who keeps lists', () => {
  it('hears of one before it is sent, and what it is before its caller does and the device is free', async () => {
    const { steps, told } = setting(() => Promise.resolve(uuid));
    await told;
    expect(steps).toEqual(['begin', changing, 'send', 'replaced', set, 'leave', 'told']);
  });

  it('has nothing sent that it could not be told of', async () => {
    const { steps, told } = setting(() => Promise.resolve(uuid), false);
    await told;
    const code = 'history-unavailable';
    expect(steps).toEqual(['begin', changing, code, 'leave', `told ${code}`]);
  });

  it('is not told that a list was set that was refused', async () => {
    const { steps, told } = setting(() => Promise.reject(failure('rejected-by-call-manager', 'refused')));
    await told;
    const code = 'rejected-by-call-manager';
    expect(steps).toEqual(['begin', changing, 'send', code, 'leave', `told ${code}`]);
  });

  it.each([
    ['is told what a late answer shows', undefined, ['after', 'may have landed', set]],
    ['hears once more that a list is not known, where a late answer says nothing', 'unknown', ['may have landed']],
    ['hears it also where a late answer is a refusal', 'refused', ['before', 'may have landed']],
  ] as const)('%s, in the turn of the device', async (_what, effect, late) => {
    const answer = deferred<typeof uuid>();
    const { steps, told, writers, end } = setting(() => answer.promise);
    await expect.poll(() => steps).toContain('send');
    end();
    await told;
    const first = ['begin', changing, 'send', 'outcome-unknown', 'told outcome-unknown'];
    expect(steps).toEqual(first);
    if (effect === undefined) answer.resolve(uuid);
    else answer.reject(failure('call-manager-timeout', effect));
    await writers.idle();
    await expect.poll(() => steps).toEqual([...first, ...late, 'leave']);
  });
});
