import { describe, expect, it } from 'vitest';
import { check } from './checker.js';
import { honestWorld, type MadeUp } from './honest-world.js';
import type { Applied, Asked, Kept, Records } from './records.js';

const seeds = Array.from({ length: 5 }, (_, place) => place + 1);

const isDone = ({ status }: { readonly status: number }): boolean => status >= 200 && status < 300;

/** The changes that were carried out once, were answered that way, and changed something. */
function plainChanges(world: MadeUp): { change: MadeUp['kept'][number]; update: MadeUp['applied'][number] }[] {
  return world.kept.flatMap((change) => {
    if (change.state !== 'changed' || JSON.stringify(change.before) === JSON.stringify(change.after)) return [];
    const asked = world.asked.find(({ id }) => id === change.request);
    const updates = world.applied.filter((one) => asked && one.time >= asked.from && one.time <= asked.until);
    const [update] = updates;
    return update && updates.length === 1 ? [{ change, update }] : [];
  });
}

/** A change that the call manager carried out otherwise. */
function altered(world: MadeUp): { change: MadeUp['kept'][number]; asked: MadeUp['asked'][number] } {
  const change = middle(world.kept.filter(({ state }) => state === 'stored-otherwise'));
  return { change, asked: middle(world.asked.filter(({ id }) => id === change.request)) };
}

/** An item in the middle of the run. */
function middle<One>(all: readonly One[]): One {
  const one = all[Math.floor(all.length / 2)];
  if (one === undefined) throw new Error('the made-up run has none of these');
  return one;
}

function without<One>(all: readonly One[], gone: One): One[] {
  return all.filter((one) => one !== gone);
}

/** What a faulty service could do or say, and the rule that this breaks. */
const lies: Readonly<Record<string, readonly [rule: string, tell: (world: MadeUp) => void]>> = {
  'a change is dropped from the history': [
    'a 2xx was carried out as asked',
    (world) => {
      const { change } = middle(plainChanges(world).filter((one) => one.change.undoes === null));
      world.kept = without(world.kept, change);
    },
  ],
  'an update is dropped by the call manager': [
    'a 2xx was carried out as asked',
    (world) => {
      world.applied = without(world.applied, middle(plainChanges(world)).update);
    },
  ],
  'two updates of a device change places': [
    'before is what the call manager had',
    (world) => {
      const [one, other] = neighbours(world);
      [one.update.list, other.update.list] = [other.update.list, one.update.list];
      [one.update.kind, other.update.kind] = [other.update.kind, one.update.kind];
    },
  ],
  'two changes of a device change places in the history': [
    'the history has the order of the call manager',
    (world) => {
      const [one, other] = neighbours(world);
      const [a, b] = [one.change.id, other.change.id];
      const renamed = new Map([
        [a, b],
        [b, a],
      ]);
      const nameOf = (id: string | null): string | null => (id === null ? null : (renamed.get(id) ?? id));
      for (const change of world.kept) {
        change.id = nameOf(change.id) ?? '';
        change.undoes = nameOf(change.undoes);
        change.undoneBy = nameOf(change.undoneBy);
      }
      for (const asked of world.asked) {
        if (asked.change !== undefined) asked.change = nameOf(asked.change);
        const { edit } = asked;
        if (edit.do === 'undo') asked.edit = { ...edit, change: nameOf(edit.change) ?? '' };
      }
    },
  ],
  'a change is made in the turn of another': [
    'one at a time',
    (world) => {
      const [one, other] = neighbours(world);
      other.change.time = one.update.time - 1;
      const asked = world.asked.find(({ id }) => id === other.change.request);
      if (asked) asked.from = other.change.time - 1;
    },
  ],
  'a 200 for what was not done': [
    'a 2xx was carried out as asked',
    (world) => {
      const unsent = world.asked.filter(({ code }) => code === 'call-manager-busy');
      Object.assign(middle(unsent), { status: 200, code: undefined });
    },
  ],
  'a 200 for a list that was altered': [
    'a 2xx was carried out as asked',
    (world) => {
      const { change, asked } = altered(world);
      const { 7: gone, ...sent } = change.after;
      Object.assign(asked, { status: 200, code: undefined, present: undefined });
      Object.assign(change, { after: gone === undefined ? change.after : sent, state: 'changed' });
    },
  ],
  'another list is told than the altered one': [
    'another list was set, and is the one that was told',
    (world) => {
      altered(world).asked.present = { 9: 'another list' };
    },
  ],
  'a list is told as altered that was not': [
    'another list was set, and is the one that was told',
    (world) => {
      const { change, update } = middle(plainChanges(world));
      const asked = world.asked.find(({ id }) => id === change.request);
      if (asked) Object.assign(asked, { status: 502, code: 'stored-otherwise', present: update.list });
    },
  ],
  'harm is told that no one did': [
    'no harm is claimed',
    (world) => {
      Object.assign(middle(world.asked), { status: 503, code: 'writing-stopped' });
    },
  ],
  'a 200 before it was done': [
    'a 2xx was carried out as asked',
    (world) => {
      const { change, update } = middle(plainChanges(world));
      const asked = world.asked.find(({ id }) => id === change.request);
      if (asked) asked.until = update.time - 1;
    },
  ],
  'a refusal of what was done': [
    'a refusal was true, and nothing was sent',
    (world) => {
      const { change } = middle(plainChanges(world).filter((one) => one.change.undoes === null));
      const asked = world.asked.find(({ id }) => id === change.request);
      if (asked) Object.assign(asked, { status: 503, code: 'overloaded' });
    },
  ],
  'a 412 without a reason': [
    'a refusal was true, and nothing was sent',
    (world) => {
      const refused = middle(world.asked.filter(({ code, edit }) => code !== undefined && edit.do === 'set'));
      Object.assign(refused, { status: 412, code: 'changed-meanwhile', onlyIf: 'any' });
    },
  ],
  'If-Match is not looked at': [
    'a change is what was asked',
    (world) => {
      const { change } = middle(plainChanges(world));
      const asked = world.asked.find(({ id }) => id === change.request);
      if (asked) asked.onlyIf = [{ 9: 'another list' }];
    },
  ],
  'a wrong before in the history': [
    'before is what the call manager had',
    (world) => {
      middle(plainChanges(world)).change.before = { 8: 'what never was' };
    },
  ],
  'a remembered before': [
    'before is what the call manager had',
    (world) => {
      const { change } = middle(plainChanges(world).filter(({ change }) => change.before !== firstOf(world, change)));
      change.before = firstOf(world, change);
    },
  ],
  'a wrong after in the history': [
    'a change is what was asked',
    (world) => {
      middle(plainChanges(world)).change.after = { 8: 'what nobody asked for' };
    },
  ],
  'another list is set than was asked': [
    'every update belongs to a change',
    (world) => {
      const { update } = middle(plainChanges(world));
      update.list = { ...update.list, 7: 'one more' };
    },
  ],
  'a list is set on another device': [
    'every update belongs to a change',
    (world) => {
      const { update } = middle(plainChanges(world).filter(({ change }) => isEdit(world, change, 'set')));
      update.device = update.device === 'phone A' ? 'profile B' : 'phone A';
    },
  ],
  'a change is carried out twice': [
    'a change is carried out once',
    (world) => {
      const { update } = middle(plainChanges(world));
      insert(world, { ...update }, update);
    },
  ],
  'a change is carried out once more, later': [
    'every update belongs to a change',
    (world) => {
      const { update } = middle(plainChanges(world).filter(({ change }) => isEdit(world, change, 'set')));
      const last = world.applied.at(-1);
      if (last) insert(world, { ...update, time: last.time + 500 }, last);
    },
  ],
  'an undo is lost': [
    'a 2xx was carried out as asked',
    (world) => {
      const undo = middle(plainChanges(world).filter(({ change }) => change.undoes !== null));
      world.applied = without(world.applied, undo.update);
    },
  ],
  'an undo is not told of': [
    'the history tells how it ended',
    (world) => {
      middle(world.kept.filter(({ undoneBy }) => undoneBy !== null)).undoneBy = null;
    },
  ],
  'an entry is set in a list that is gone': [
    'a change is what was asked',
    (world) => {
      const put = plainChanges(world).filter(({ change }) => isEdit(world, change, 'put'));
      const { change, update } = middle(put);
      change.after = { ...change.after, 6: 'from an earlier list' };
      update.list = change.after;
    },
  ],
  'what was found later was not so': [
    'what was found later was so',
    (world) => {
      const unknown = middle(world.kept.filter(({ found }) => found?.list === 'after'));
      unknown.found = { list: 'before', time: unknown.found?.time ?? 0 };
    },
  ],
  'a change is called done that was not': [
    'the history tells how it ended',
    (world) => {
      middle(world.kept.filter(({ code }) => code === 'call-manager-busy')).state = 'changed';
    },
  ],
  'a change is in progress for ever': [
    'the history tells how it ended',
    (world) => {
      middle(plainChanges(world)).change.state = 'sending';
    },
  ],
  'somebody else is blamed': [
    'a change is what was asked',
    (world) => {
      middle(world.kept).user = 'bob';
    },
  ],
  'a list is read that is gone': [
    'what was read was there',
    (world) => {
      const read = middle(world.reads);
      const [first, ...others] = read.lists;
      if (first) read.lists = [{ ...first, list: { 1: 'what is gone' }, tag: 'gone' }, ...others];
    },
  ],
  'two lists have one tag': [
    'one list, one tag',
    (world) => {
      const tagged = world.asked.filter((asked) => isDone(asked) && asked.tag !== undefined && asked.edit.do === 'set');
      middle(tagged).tag = world.reads[0]?.lists[0]?.tag ?? '';
    },
  ],
  'the audit file lacks a line': [
    'the audit file says the same',
    (world) => {
      const { change } = middle(plainChanges(world));
      world.audit = world.audit.filter(({ request }) => request !== change.request);
    },
  ],
  'the audit file has another outcome': [
    'the audit file says the same',
    (world) => {
      middle(world.audit.filter(({ outcome }) => outcome === 'replaced')).outcome = 'outcome-unknown';
    },
  ],
  'the audit file has another list': [
    'the audit file says the same',
    (world) => {
      middle(world.audit.filter(({ outcome }) => outcome === 'replaced')).before = { 5: 'something else' };
    },
  ],
  'a change is called undone that is not': [
    'the history tells how it ended',
    (world) => {
      middle(world.kept.filter(({ undoneBy }) => undoneBy === null)).shown = { state: 'done', undone: 'whole' };
    },
  ],
};

describe('the checker', () => {
  it('finds nothing in the records of a run without faults', () => {
    for (const seed of seeds) expect(check(honestWorld(seed)), `seed ${seed}`).toEqual([]);
  });

  it('assigns an update to the change that is done, if another change with the same list was not carried out', () => {
    const [device, kind, user] = ['phone A', 'speeddial', 'alice'];
    const list = { 1: 'a list' };
    const write = { user, instance: 0, device, kind, edit: { do: 'set' as const, list } };
    const lost: Asked = { ...write, id: 'lost', from: 1_000, until: 2_000, status: 504, code: 'outcome-unknown' };
    const own = { user, device, kind, before: {}, after: list, undoes: null, undoneBy: null };
    const records: Records = {
      ...{ attemptMs: 1_000, deadlineMs: 4_000, lateMs: 1_000, reads: [], troubles: [] },
      start: [{ device, kind, list: {} }],
      // The caller of the second one hung up before the write had its turn.
      asked: [lost, { ...write, id: 'left', from: 1_500, until: 1_600, status: 0 }],
      kept: [
        {
          ...own,
          id: '1',
          request: 'lost',
          time: 1_100,
          ...{ state: 'uncertain', code: 'outcome-unknown', shown: { state: 'partly-done', undone: 'none' } },
          found: { list: 'before', time: 2_010 },
        },
        { ...own, id: '2', request: 'left', time: 2_020, state: 'changed', shown: { state: 'done', undone: 'none' } },
      ],
      applied: [{ number: 1, time: 2_030, device, kind, list, disturbed: false }],
      audit: [
        { time: 2_000, request: 'lost', user, device, kind, before: {}, after: list, outcome: 'outcome-unknown' },
        { time: 2_040, request: 'left', user, device, kind, before: {}, after: list, outcome: 'replaced' },
      ],
    };
    expect(check(records)).toEqual([]);
  });

  describe('of a list that was altered, and sent again because the answer was lost', () => {
    it('finds nothing if the change ended with the list that was sent', () => {
      expect(check(alteredAndSentAgain())).toEqual([]);
    });

    it('notices that no change sent what was altered', () => {
      const world = alteredAndSentAgain();
      middle(world.applied.filter(({ altered }) => altered)).sent = { 1: 'what no change sent' };
      expect(check(world).map(({ rule }) => rule)).toContain('every update belongs to a change');
    });

    it('notices that it was sent too late', () => {
      const world = alteredAndSentAgain();
      middle(world.applied.filter(({ altered }) => altered)).time = 1_000;
      expect(check(world).map(({ rule }) => rule)).toContain('every update belongs to a change');
    });

    it('notices that the list which was sent is said to be another one', () => {
      const world = alteredAndSentAgain();
      middle(world.applied.filter(({ altered }) => !altered)).sent = { 1: 'a list' };
      middle(world.applied.filter(({ altered }) => !altered)).list = { 1: 'another list' };
      expect(check(world).map(({ rule }) => rule)).toContain('every update belongs to a change');
    });

    it('notices that nothing was lost, and the change says nothing of it', () => {
      const world = alteredAndSentAgain();
      for (const update of world.applied) update.disturbed = false;
      expect(check(world).map(({ rule }) => rule)).toContain('the history tells how it ended');
    });

    it('notices that the call manager has the altered list in the end', () => {
      const world = alteredAndSentAgain();
      world.applied = world.applied.filter(({ altered }) => altered);
      const rules = check(world).map(({ rule }) => rule);
      expect(rules).toContain('a 2xx was carried out as asked');
      expect(rules).toContain('the history tells how it ended');
    });
  });

  describe('of an undo that was asked for before the list was known to be altered', () => {
    it('finds nothing if the undo went out from the altered list', () => {
      expect(check(undoneEarly({ 1: 'old' }))).toEqual([]);
    });

    it('notices that the undo left a button of the altered list', () => {
      const rules = check(undoneEarly({ 1: 'old', 2: 'NEW' })).map(({ rule }) => rule);
      expect(rules).toContain('a change is what was asked');
    });

    it('notices that the caller saw a list which was never sent', () => {
      const world = undoneEarly({ 1: 'old' });
      const { edit } = middle(world.asked.filter(({ id }) => id === 'w2'));
      if (edit.do === 'undo') Object.assign(edit, { after: { 1: 'old', 2: 'made up' } });
      expect(check(world).map(({ rule }) => rule)).toContain('a change is what was asked');
    });
  });

  describe.each(Object.entries(lies))('where %s', (_name, [rule, tell]) => {
    it(`notices: ${rule}`, () => {
      for (const seed of seeds) {
        const world = honestWorld(seed, 100);
        tell(world);
        const faults = check(world);
        expect(
          faults.map((fault) => fault.rule),
          `seed ${seed}`,
        ).toContain(rule);
      }
    });
  });
});

/** A write whose list the call manager alters, and whose answer is lost: it is sent again, and then set as it was sent. */
function alteredAndSentAgain(): MadeUp {
  const place = { device: 'phone A', kind: 'speeddial' };
  const [user, request, list] = ['alice', 'w1', { 1: 'a list', 2: 'one more' }];
  const own = { ...place, user, request, before: {}, after: list };
  return {
    ...{ attemptMs: 1_000, deadlineMs: 4_000, lateMs: 1_000, reads: [], troubles: [] },
    start: [{ ...place, list: {} }],
    asked: [
      { ...place, user, id: request, instance: 0, edit: { do: 'set', list }, from: 2_000, until: 2_900, status: 200 },
    ],
    kept: [
      {
        ...{ ...own, id: '1', time: 2_100, state: 'changed', shown: { state: 'done', undone: 'none' } },
        ...{ undoes: null, undoneBy: null },
      },
    ],
    applied: [
      {
        ...{ ...place, number: 1, time: 2_200, list: { 1: 'a list' } },
        ...{ disturbed: true, altered: true, sent: list },
      },
      { ...place, number: 2, time: 2_800, list, disturbed: false },
    ],
    audit: [{ ...own, time: 2_850, outcome: 'replaced' }],
  };
}

/**
 * A change whose list the call manager alters, and its undo, whose caller has seen the list that was sent.
 * @param list what the undo sets
 */
function undoneEarly(list: Kept['after']): MadeUp {
  const place = { device: 'phone A', kind: 'speeddial' };
  const [user, before, sent, altered] = ['alice', { 1: 'old' }, { 1: 'old', 2: 'new' }, { 1: 'old', 2: 'NEW' }];
  const otherwise = { state: 'stored-otherwise', code: 'stored-otherwise' };
  const of = (request: string) => ({ ...place, user, request });
  const asks = (id: string) => ({ ...place, user, id, instance: 0 });
  return {
    ...{ attemptMs: 1_000, deadlineMs: 4_000, lateMs: 1_000, reads: [], troubles: [] },
    start: [{ ...place, list: before }],
    asked: [
      {
        ...{ ...asks('w1'), edit: { do: 'set', list: sent }, from: 1_000, until: 1_900 },
        ...{ status: 502, code: 'stored-otherwise', present: altered },
      },
      {
        ...{ ...asks('w2'), edit: { do: 'undo', scope: 'entries', change: '1', before, after: sent } },
        ...{ from: 1_500, until: 2_900, status: 200, change: '2' },
      },
    ],
    kept: [
      {
        ...{ ...of('w1'), id: '1', time: 1_100, before, after: altered, ...otherwise, undoes: null, undoneBy: '2' },
        shown: { state: 'partly-done', undone: 'whole' },
      },
      {
        ...{ ...of('w2'), id: '2', time: 2_100, before: altered, after: list, state: 'changed', undoes: '1' },
        ...{ undoneBy: null, shown: { state: 'done', undone: 'none' } },
      },
    ],
    applied: [
      { ...place, number: 1, time: 1_200, list: altered, disturbed: false, altered: true, sent },
      { ...place, number: 2, time: 2_200, list, disturbed: false },
    ],
    audit: [
      { ...of('w1'), time: 1_850, before, after: altered, outcome: 'stored-otherwise' },
      { ...of('w2'), time: 2_850, before: altered, after: list, outcome: 'replaced' },
    ],
  };
}

/** The list of a change at the start. */
function firstOf(world: MadeUp, { device, kind }: Kept): Kept['before'] {
  return world.start.find((one) => one.device === device && one.kind === kind)?.list ?? {};
}

function isEdit(world: MadeUp, { request }: Kept, what: 'set' | 'put'): boolean {
  return world.asked.find(({ id }) => id === request)?.edit.do === what;
}

/** Two consecutive plain changes of one device, of different lists, so that each has its own. */
function neighbours(world: MadeUp): [ReturnType<typeof plainChanges>[number], ReturnType<typeof plainChanges>[number]] {
  const plain = plainChanges(world);
  for (const [place, one] of plain.entries()) {
    const next = plain[place + 1];
    const isSameList = next?.change.device === one.change.device && next.change.kind === one.change.kind;
    if (isSameList && next.update.number === one.update.number + 1 && place > 3) return [one, next];
  }
  throw new Error('the made-up run has no neighbours');
}

/** Inserts an update after another one. */
function insert(world: MadeUp, update: Applied, behind: Applied): void {
  const place = world.applied.findIndex((one) => one.number === behind.number);
  world.applied = world.applied.toSpliced(place + 1, 0, update).map((one, at) => ({ ...one, number: at + 1 }));
}
