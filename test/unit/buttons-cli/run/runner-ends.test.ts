import { beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '../../../../src/client/index.js';
import { type Entry, type ListRef } from '../../../../src/buttons-cli/lists.js';
import { listTag } from '../../../../src/domain/list-tag.js';
import type { Journal } from '../../../../src/buttons-cli/run/journal.js';
import { Pace } from '../../../../src/buttons-cli/run/pace.js';
import { runPlan } from '../../../../src/buttons-cli/run/runner.js';
import type { Work } from '../../../../src/buttons-cli/run/states.js';
import { Stop } from '../../../../src/buttons-cli/stop.js';
import { lamps, jumpingClock, problem, rememberLists, speedDials } from '../../../support/remembered-lists.js';

const dial = (label: string): Entry => ({ index: '1', dirn: '1', label });
const lamp = (label: string): Entry => ({ index: '1', destination: '1', label, pickup: false });

/** A list that gets another label, and its outcome: an error, or another user's change. */
interface Planned {
  readonly list: ListRef;
  readonly label?: string;
  readonly before?: string;
  /** The wanted list, if more than the label changes. */
  readonly after?: readonly Entry[];
  readonly thrown?: Error | undefined;
  readonly present?: string;
  readonly inDoubt?: boolean;
}

describe('a run that cannot change its lists', () => {
  let asked: AbortController;
  let sent: string[];
  let turns: number;
  let journal: Pick<Journal, 'intend' | 'settle'>;

  beforeEach(() => {
    [asked, sent, turns] = [new AbortController(), [], 0];
    journal = { intend: () => Promise.resolve(), settle: () => Promise.resolve() };
  });

  async function run(plan: readonly Planned[], { keepGoing = false, withNothingToDo = false } = {}) {
    const entry = { speeddial: dial, busylampfield: lamp };
    const work = plan.map(({ list, label = 'new', before: was = 'old', inDoubt = false, ...wanted }): Work => {
      const before = [entry[list.kind](was)];
      const after = wanted.after ?? [entry[list.kind](label)];
      return { planned: { ...list, etag: listTag(list.kind, before), before, after }, inDoubt };
    });
    const idle = { planned: { ...speedDials('IDLE'), etag: '', before: [], after: [] }, inDoubt: false };
    const { proxy } = rememberLists(
      plan.map(({ list, before = 'old', present = before }) => [list, [entry[list.kind](present)]]),
    );
    const replace = proxy.replaceList.bind(proxy);
    proxy.replaceList = (key, ...given) => {
      sent.push(key.device);
      const thrown = plan.find(({ list }) => list.device === key.device && list.kind === key.kind)?.thrown;
      return thrown ? Promise.reject(thrown) : replace(key, ...given);
    };
    const clock = jumpingClock();
    const interruption = { asked: asked.signal, urgent: new AbortController().signal };
    const pace = new Pace(0, clock, interruption);
    const options = { keepGoing, onTurn: () => (turns += 1) };
    const parts = { proxy, run: undefined, pace, interruption };
    const { outcomes, ended, detail } = await runPlan(
      withNothingToDo ? [idle, ...work] : work,
      parts,
      journal,
      options,
    );
    return { outcomes, ended, detail, states: outcomes.map(({ state }) => state) };
  }

  /** The given number of phones, each with its outcome. */
  const phones = (count: number, of: (position: number) => Partial<Planned>): Planned[] =>
    Array.from({ length: count }, (_, position) => ({ list: speedDials(`D${position}`), ...of(position) }));

  const refusal = (axlCode: number, detail = 'It is refused.'): ProblemError =>
    new ProblemError(
      {
        ...{ type: 'about:blank', title: 'x', detail, requestId: 'r1', status: 422, axlCode },
        code: 'rejected-by-call-manager',
      },
      undefined,
      undefined,
    );
  const ofOneDevice = problem(404, 'phone-not-found');
  const unknown = problem(500, 'internal-error');

  it.each([
    ['were refused', ofOneDevice, 'refused'],
    ['are uncertain', unknown, 'uncertain'],
  ])('ends after five in a row that %s, and says so', async (_, thrown, state) => {
    const { ended, detail, states } = await run(phones(12, () => ({ thrown })));
    expect([ended, detail]).toEqual([
      'failures',
      `5 lists in a row could not be changed: It says ${thrown.code}. (${thrown.code}, request r1)` +
        `${state === 'refused' ? '' : '; a read showed the list as before'}; --keep-going continues anyway`,
    ]);
    // Three devices are in progress at the same time.
    expect(states.filter((one) => one === state).length).toBeLessThanOrEqual(7);
    expect(states.at(-1)).toBe('not-reached');
    expect(turns).toBe(states.filter((one) => one !== 'not-reached').length);
  });

  it.each<[string, Partial<Planned>, string]>([
    ['is changed', {}, 'changed'],
    ['is as wanted', { present: 'new' }, 'already-ok'],
    ['somebody else has changed', { present: 'other' }, 'changed-meanwhile'],
  ])('goes on where one in four %s', async (_, between, state) => {
    for (const thrown of [ofOneDevice, unknown]) {
      const { ended, states } = await run(phones(24, (position) => (position % 4 === 3 ? between : { thrown })));
      expect([ended, states.filter((one) => one === state).length]).toEqual([undefined, 6]);
    }
  });

  it('ends after five that are refused for one reason, which it reports', async () => {
    const { ended, detail, states } = await run(
      phones(24, (position) => (position % 2 === 0 ? { thrown: refusal(7) } : {})),
    );
    expect([ended, detail]).toEqual([
      'failures',
      '5 lists were refused for the same reason: It is refused. (rejected-by-call-manager, request r1); ' +
        '--keep-going continues anyway',
    ]);
    expect(states.filter((one) => one === 'refused').length).toBeLessThanOrEqual(6);
  });

  it('continues if the reasons differ, or are for lists of two kinds, or if that is requested', async () => {
    const every = (of: (position: number) => Partial<Planned>) =>
      phones(24, (position) => (position % 2 === 0 ? of(position) : {}));
    const differing = every((position) => ({ thrown: refusal(position) }));
    const ofTwoKinds = every((position) => ({
      ...(position % 4 === 0 && { list: lamps(`D${position}`) }),
      ...(position < 16 && { thrown: refusal(7) }),
    }));
    expect((await run(differing)).ended).toBeUndefined();
    expect((await run(ofTwoKinds)).ended).toBeUndefined();
    const { ended, detail, states } = await run(
      every(() => ({ thrown: refusal(7) })),
      { keepGoing: true },
    );
    expect([ended, detail, states.filter((state) => state === 'refused').length]).toEqual([undefined, undefined, 12]);
  });

  it('was not ended early by the very last list', async () => {
    const { ended, detail, states } = await run(phones(5, () => ({ thrown: ofOneDevice })));
    expect([ended, detail, states]).toEqual([undefined, undefined, Array.from({ length: 5 }, () => 'refused')]);
  });

  it('ends with its first reason', async () => {
    const thrown = problem(403, 'forbidden');
    const { ended, detail, states } = await run(phones(12, () => ({ thrown })));
    expect([ended, detail]).toEqual(['refused-login', 'It says forbidden. (forbidden, request r1)']);
    expect([states[0], states.at(-1)]).toEqual(['refused', 'not-reached']);
    expect(sent.length).toBeLessThanOrEqual(3);
  });

  it('differs from one that was interrupted when nothing was left to do', async () => {
    asked.abort();
    expect(await run([], { withNothingToDo: true })).toMatchObject({ ended: undefined, states: ['already-ok'] });
    expect(
      await run(
        phones(1, () => ({})),
        { withNothingToDo: true },
      ),
    ).toMatchObject({
      ...{ ended: 'interrupted', detail: undefined },
      states: ['already-ok', 'not-reached'],
    });
  });

  it('reports the lists that were tried, in the order of the plan', async () => {
    const plan = [{ list: speedDials('A') }, { list: speedDials('B') }, { list: lamps('A') }];
    const { outcomes } = await run(plan, { withNothingToDo: true });
    expect(outcomes).toEqual([
      { key: speedDials('IDLE'), state: 'already-ok' },
      ...plan.map(({ list }) => ({ key: list, state: 'changed', detail: undefined })),
    ]);
    expect(turns).toBe(3);
  });

  it.each(['intend', 'settle'] as const)('ends if the journal cannot be written to %s', async (step) => {
    journal[step] = () => Promise.reject(new Stop('the disk is full'));
    const { ended, detail, states } = await run(phones(6, () => ({})));
    expect([ended, detail]).toEqual(['journal', 'the disk is full']);
    expect(states.at(-1)).toBe('not-reached');
    journal[step] = () => Promise.reject(new TypeError('a mistake'));
    await expect(run(phones(1, () => ({})))).rejects.toThrow('a mistake');
  });

  describe('because a label is too long', () => {
    const tooLong = refusal(7, 'The label is too long.');
    const notSent = (length: number): string =>
      `Not sent: the call manager refused a label of ${length} characters, and this label is as long.`;
    const first: Planned = { list: speedDials('A'), label: 'fiveé', thrown: tooLong };

    /** Changes the lists of one device in sequence. @returns the messages for each after the first */
    async function saidAfter(refused: Planned, ...next: readonly Partial<Planned>[]) {
      const { outcomes } = await run([refused, ...next.map((one) => ({ list: speedDials('A'), ...one }))]);
      return outcomes.slice(1).map(({ detail = '' }) => detail);
    }

    it('sends no other label of that length and kind, whatever the other properties', async () => {
      const two = [{ ...dial('old') }, { ...dial('longer'), index: '2' }];
      expect(await saidAfter(first, { label: 'fives' }, { after: two })).toEqual([notSent(5), notSent(5)]);
    });

    it.each([
      'the label may have up to 30 characters',
      'Label exceeds 30 characters',
      'The maximum length of a label is 30',
      'Inserted value too large for label',
    ])('treats %j as that', async (said) => {
      expect(await saidAfter({ ...first, thrown: refusal(7, said) }, { label: 'fives' })).toEqual([notSent(5)]);
    });

    it('uses the shortest refused length', async () => {
      const said = await saidAfter(first, { label: 'four' }, { label: 'four' }, { label: 'fives' });
      expect(said).toEqual([expect.stringMatching(/^The label is too long/), notSent(4), notSent(4)]);
      const longerLater = { list: speedDials('B'), label: 'longer', thrown: tooLong };
      const { outcomes } = await run([first, longerLater, { list: speedDials('A'), label: 'fives' }]);
      expect(outcomes[2]?.detail).toBe(notSent(5));
    });

    it('ends after five that were not sent, and says so', async () => {
      const plan = phones(24, (position) => (position % 2 === 0 ? { label: 'fives' } : {}));
      const { ended, detail } = await run([first, ...plan]);
      expect([ended, detail]).toEqual([
        'failures',
        `5 lists were refused for the same reason: ${notSent(5).slice(0, -1)}; --keep-going continues anyway`,
      ]);
    });

    it.each<[string, Planned, Partial<Planned>]>([
      ['a shorter one', first, { label: 'four' }],
      ['another number under a long one', first, { before: 'longer', after: [{ ...dial('longer'), dirn: '2' }] }],
      ['one of the other kind', { ...first, list: lamps('A') }, { label: 'longer' }],
      ['one that may be there', first, { inDoubt: true, label: 'longer' }],
      ['one after another reason', { ...first, thrown: refusal(7, 'It is locked.') }, { label: 'longer' }],
      [
        'one after a label with a character that is not allowed',
        { ...first, thrown: refusal(7, 'the label has a character that is not allowed') },
        { label: 'longer' },
      ],
      [
        'one after a label that speaks of length itself',
        { ...first, label: 'too long', thrown: refusal(7, 'Value "too long" is not valid for label') },
        { label: 'longer, too' },
      ],
      ['one after a failure', { ...first, thrown: problem(500, 'internal-error') }, { label: 'longer' }],
    ])('still takes %s', async (_, refused, next) => {
      expect(await saidAfter(refused, next)).toEqual([expect.not.stringContaining('Not sent')]);
    });
  });
});
