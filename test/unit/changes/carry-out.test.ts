import { describe, expect, it } from 'vitest';
import { setList } from '../../../src/changes/carry-out.js';
import type { SentList } from '../../../src/changes/change.js';
import type { Uuid } from '../../../src/domain/identifiers.js';
import type { SpeedDial } from '../../../src/domain/phone.js';
import type { ButtonsOfDevices } from '../../../src/use-cases/call-manager.js';
import { ReplaceButtons } from '../../../src/use-cases/replace-buttons.js';
import type { WriteJournal } from '../../../src/use-cases/write-journal.js';
import { dial, sentList } from '../../support/changes.js';
import { fakePort, openContext, uuid } from '../../support/fake-port.js';
import { failure } from '../../support/scripted-buttons.js';

const [before, after, others] = [[dial(1, '1')], [dial(1, '2')], [dial(1, '3')]];
const another = 'ffffffff-4e5f-6071-8293-a4b5c6d7e8f9' as Uuid;

const nothing = (): Promise<void> => Promise.resolve();
/** A history that stores every write. */
const journal: WriteJournal = {
  enter: () =>
    Promise.resolve({
      verify: nothing,
      hasRead: () => undefined,
      mayHaveSet: () => Promise.resolve(false),
      begin: () => Promise.resolve({ id: '1', settle: nothing, found: nothing }),
      leave: () => undefined,
    }),
};

/** Sets a list on a phone that has this one now. @returns how the try ended, what was sent, and what was found */
async function tried(
  present: readonly SpeedDial[],
  list: Partial<SentList> = {},
  port: Partial<ButtonsOfDevices<SpeedDial>> = {},
) {
  const callManager = fakePort({
    speedDials: {
      readForChange: () => Promise.resolve({ uuid, entries: present }),
      replace: () => Promise.resolve(uuid),
      ...port,
    },
  });
  const found: string[] = [];
  const given = sentList({ before, after, state: 'open', ...list });
  const { ended, failure: failed } = await setList(given, {
    callManager,
    replaceButtons: new ReplaceButtons({ callManager, loadsChange: false, journal, observe: () => undefined }),
    observe: () => undefined,
    ask: (_list, work) => work(openContext({ user: 'ann' }).context),
    found: (_list, what) => Promise.resolve(void found.push(what)),
  });
  const sent = callManager.buttons.speeddial.replace.mock.calls.length;
  return { end: [ended.state, ended.problem?.code], means: failed?.means, sent, found };
}

describe('a list of a change that is set', () => {
  it.each<[string, readonly SpeedDial[], string, number]>([
    ['as it was when it was read', before, 'changed', 1],
    ['as asked for', after, 'already', 0],
    ['changed by others', others, 'changed-meanwhile', 0],
  ])('ends by what the phone has: %s', async (_what, present, state, sent) => {
    const { end, sent: times } = await tried(present);
    expect([end[0], times]).toEqual([state, sent]);
  });

  it('is uncertain if another device got it, which took the name between reading and writing', async () => {
    const { end, sent } = await tried(before, {}, { replace: () => Promise.resolve(another) });
    expect([end, sent]).toEqual([['uncertain', 'outcome-unknown'], 1]);
  });

  it('is sent once if the answer was lost and another device with the same list has taken the name since', async () => {
    let reads = 0;
    const swapped = {
      replace: () => Promise.reject(failure('call-manager-timeout', 'unknown')),
      readForChange: () => Promise.resolve({ uuid: (reads += 1) === 1 ? uuid : another, entries: before }),
    };
    expect(await tried(before, {}, swapped)).toMatchObject({ end: ['uncertain', 'outcome-unknown'], sent: 1 });
  });

  it('is uncertain if the answer was lost, and refused if nothing was done', async () => {
    const lost = await tried(before, {}, { replace: () => Promise.reject(failure('call-manager-timeout', 'unknown')) });
    expect(lost.end[0]).toBe('uncertain');
    const refusal = failure('rejected-by-call-manager', 'refused');
    const no = await tried(before, {}, { replace: () => Promise.reject(refusal) });
    expect(no.end).toEqual(['refused', 'rejected-by-call-manager']);
  });

  it('is told to be for later while the call manager is away', async () => {
    const away = { readForChange: () => Promise.reject(failure('call-manager-unreachable', 'none')) };
    expect(await tried(before, {}, away)).toMatchObject({ means: 'away', sent: 0 });
  });
});

describe('a list that an earlier try may have set', () => {
  it.each<[string, readonly SpeedDial[], string, number]>([
    ['after', after, 'changed', 0],
    ['other', others, 'uncertain', 0],
    ['before', before, 'changed', 1],
  ])('is read first, and sent again only if it is as before: %s', async (what, present, state, sent) => {
    for (const was of ['sending', 'uncertain'] as const) {
      const { end, sent: times, found } = await tried(present, { state: was });
      expect([found, end[0], times]).toEqual([[what], state, sent]);
    }
  });

  it('stays uncertain if another device has the name now, or the phone cannot be read', async () => {
    const renamed = { readForChange: () => Promise.resolve({ uuid: another, entries: after }) };
    expect(await tried(after, { state: 'sending' }, renamed)).toMatchObject({ found: ['other'], sent: 0 });
    const gone = { readForChange: () => Promise.reject(failure('phone-not-found', 'none')) };
    expect((await tried(after, { state: 'sending' }, gone)).end).toEqual(['uncertain', 'outcome-unknown']);
  });
});
