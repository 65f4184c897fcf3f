import type { Applied, Asked, Deed, KeptChange, KeptList, List, Place, Records } from './records.js';
import { atLeast } from './users.js';

/** Compares what is known about a run with what the service promises. It shares no code with the service. */

/** How long before the intention is kept the service has read the list, in milliseconds. */
const readMs = 1_000;
/** How long one list may take until the call manager has it, in milliseconds, with every repetition. */
const longestMs = 10_000;
/** How much times of two processes may differ, in milliseconds. */
const tolerance = 50;

const textOf = (list: List | undefined): string => JSON.stringify(list ?? null);
const placeOf = ({ uuid, kind }: Place): string => `${uuid} ${kind}`;

/** A list of a change, with what is known about it from elsewhere. */
interface Known extends KeptList {
  readonly of: KeptChange;
  /** What the service was to set; undefined if that is not known. */
  readonly wanted: string | undefined;
  /** From when on it may be set; undefined: never. */
  readonly begins: number | undefined;
  readonly asked: Asked | undefined;
  readonly updates: Applied[];
}

/** @returns what is wrong; empty if all records agree */
export function check(records: Records): string[] {
  const world = new World(records);
  return rules.flatMap((rule) => rule(world));
}

class World {
  readonly lists: readonly Known[];
  readonly changes: ReadonlyMap<string, KeptChange>;
  readonly unexplained: Applied[] = [];
  /** What each list was, in order. */
  readonly #spans = new Map<string, (Pick<Applied, 'time'> & { readonly text: string; readonly update?: Applied })[]>();

  constructor(readonly records: Records) {
    this.changes = new Map(records.kept.map((change) => [change.id, change]));
    const byToken = new Map(records.asked.map((asked) => [asked.token, asked]));
    const all = records.kept.flatMap((change) => change.lists.map((list) => this.#known(change, list, byToken)));
    this.lists = all;
    for (const one of records.start) this.#spans.set(placeOf(one), [{ time: -Infinity, text: textOf(one.list) }]);
    const foreign = new Set(records.foreign);
    for (const update of records.applied) {
      const text = textOf(update.list);
      this.#spans.get(placeOf(update))?.push({ time: update.time, text, update });
      // A list of someone else may come back by an undo.
      if (foreign.delete(text)) continue;
      this.#explain(update, text);
    }
  }

  /** The lists that were there at any moment of a time. */
  within(place: Place, from: number, until: number): string[] {
    const spans = this.#spans.get(placeOf(place)) ?? [];
    return spans
      .filter(({ time }, at) => time <= until && (spans[at + 1]?.time ?? Infinity) >= from)
      .map(({ text }) => text);
  }

  /** The list just before an update, and since when it was there. */
  before(update: Applied): { readonly text: string; readonly time: number; readonly update?: Applied } {
    const spans = this.#spans.get(placeOf(update)) ?? [];
    return spans[spans.findIndex((span) => span.update === update) - 1] ?? { text: '', time: -Infinity };
  }

  /** The updates of a list of a device that are not of this list of a change. */
  othersSince({ uuid, kind, updates }: Known, time: number): Applied[] {
    const spans = this.#spans.get(placeOf({ uuid: uuid ?? '', kind })) ?? [];
    return spans.flatMap(({ update }) => (update && update.time >= time && !updates.includes(update) ? [update] : []));
  }

  wasTroubled(from: number, until: number): boolean {
    return this.records.troubles.some((one) => one.from <= until && one.until >= from);
  }

  undone({ undoes }: KeptChange, { uuid, kind }: KeptList): Known | undefined {
    return this.lists.find((list) => list.of.id === undoes && list.uuid === uuid && list.kind === kind);
  }

  #known(of: KeptChange, list: KeptList, byToken: ReadonlyMap<string, Asked>): Known {
    const asked = byToken.get(of.title) ?? byToken.get(list.sent?.requestId ?? '');
    const given = asked?.lists?.[list.position]?.list;
    const { deeds } = this.records;
    const begun = [
      ...(asked?.begins === undefined ? [] : [asked.begins]),
      // An undo of several lists is begun by those who may change; of one list it is a write.
      ...deeds
        .filter(({ action, id, right }) => action === 'undo' && id === of.undoes && right === 'change')
        .map(({ from }) => from),
      ...deeds.flatMap(({ id, begins, status }) =>
        id === of.id && begins !== undefined && (status === 0 || status < 300 || status >= 500) ? [begins] : [],
      ),
    ];
    return {
      ...list,
      ...{ of, asked, updates: [] },
      wanted: given ? textOf(given) : list.state === 'stored-otherwise' ? undefined : textOf(list.after),
      begins: begun.length === 0 ? undefined : Math.min(...begun),
    };
  }

  /** Finds the list of a change that an update belongs to: the one that was sent last before it. */
  #explain(update: Applied, text: string): void {
    const alike = this.lists.filter(
      (list) =>
        list.uuid === update.uuid && list.kind === update.kind && list.wanted === text && list.sent !== undefined,
    );
    const inTime = alike.filter(({ begins = Infinity }) => begins <= update.time + tolerance);
    const sentAt = ({ sent }: Known): number => (sent && sent.time <= update.time + tolerance ? sent.time : -Infinity);
    const [best] = inTime.sort((a, b) => sentAt(b) - sentAt(a));
    if (best) best.updates.push(update);
    else this.unexplained.push(update);
  }
}

type Rule = (world: World) => string[];
const named = ({ of, position, device, kind, state }: Known): string =>
  `list ${position} of change ${of.id} (${device} ${kind}, ${state})`;

const rules: readonly Rule[] = [
  /** Nothing is set that no one asked for, approved or began. */
  ({ unexplained }) =>
    unexplained.map(
      (update) =>
        `update ${update.number} of ${placeOf(update)} set ${textOf(update.list)}, and no change that was begun says so`,
    ),

  /** Nothing is set twice: not after someone else, and not without a reason. */
  (world) =>
    world.lists.flatMap((list) => {
      const { updates } = list;
      return updates.slice(1).flatMap((update, at) => {
        const earlier = updates[at];
        if (!earlier || update.disturbed || earlier.disturbed) return [];
        const isExplained = world.wasTroubled(earlier.time - longestMs, update.time + tolerance);
        return isExplained ? [] : [`${named(list)} was set twice: ${earlier.number} and ${update.number}`];
      });
    }),

  /** Nothing of others is overwritten: what was there is what the change has read, unless it came at the last moment. */
  (world) =>
    world.lists.flatMap((list) => {
      if (list.asked?.isSingle === true || list.state === 'stored-otherwise') return [];
      return list.updates.flatMap((update) => {
        const { text, time } = world.before(update);
        if (text === textOf(list.before) || text === list.wanted) return [];
        const sent = list.sent?.time ?? Infinity;
        const read = sent <= update.time + tolerance ? sent - readMs : update.time - longestMs;
        if (time >= read || world.wasTroubled(read, update.time)) return [];
        return [
          `${named(list)}, update ${update.number}, overwrote ${text}, and its list before is ${textOf(list.before)}`,
        ];
      });
    }),

  /** Every state of a list is true. */
  (world) => world.lists.flatMap((list) => stateFaults(world, list).map((says) => `${named(list)} ${says}`)),

  /** Every state of a change is true. */
  (world) =>
    world.records.kept.flatMap((change) => changeFaults(world, change).map((says) => `change ${change.id} ${says}`)),

  /** Every undo is exact: it sets what was there before, in place of what the change left. */
  (world) =>
    world.lists.flatMap((list) => {
      if (list.of.undoes === null) return [];
      const undone = world.undone(list.of, list);
      if (!undone) return list.updates.length > 0 ? [`${named(list)} undoes what its change has not`] : [];
      // A list of one change may be undone by entries; here each undo is of the whole list.
      const isExact = list.state !== 'changed' || textOf(list.after) === textOf(undone.before);
      const isInPlace = list.state !== 'changed' || textOf(list.before) === textOf(undone.after);
      return [
        ...(isExact
          ? []
          : [`${named(list)} set ${textOf(list.after)}, and ${named(undone)} replaced ${textOf(undone.before)}`]),
        ...(isInPlace
          ? []
          : [`${named(list)} replaced ${textOf(list.before)}, and ${named(undone)} left ${textOf(undone.after)}`]),
      ];
    }),

  /** What was approved is what was shown. */
  ({ records, changes }) =>
    records.deeds.flatMap((deed) => {
      if (deed.action !== 'approval' || deed.status < 200 || deed.status >= 300) return [];
      const change = changes.get(deed.id);
      return deed.saw.lists.flatMap((saw) => {
        const list = change?.lists[saw.position];
        const isSame =
          list &&
          list.uuid === saw.uuid &&
          list.kind === saw.kind &&
          textOf(list.before) === textOf(saw.before) &&
          (list.state === 'stored-otherwise' || textOf(list.after) === textOf(saw.after));
        return isSame ? [] : [`change ${deed.id}: list ${saw.position} is another one than the one that was approved`];
      });
    }),

  /** No one did what they may not, and each refusal says why. */
  ({ records, changes }) => records.deeds.flatMap((deed) => rightFaults(deed, changes.get(deed.id), records.deeds)),

  /** A lost answer, asked for again with the same key, is the same change. */
  ({ records }) => {
    const titles = records.kept.map(({ title }) => title);
    return records.asked.flatMap(({ token, id, isSingle }) => {
      if (isSingle) return [];
      const count = titles.filter((title) => title === token).length;
      return count <= 1 ? [] : [`${token} was asked for once, and is ${count} changes (${String(id)})`];
    });
  },
];

const unset = ['unread', 'open', 'already', 'changed-meanwhile', 'refused'];

function stateFaults(world: World, list: Known): string[] {
  const { state, updates, uuid, kind, before, of, sent, begins, found } = list;
  const place = { uuid: uuid ?? '', kind };
  const since = of.time - readMs;
  const says: string[] = [];
  if (updates.length > 0 && begins === undefined) says.push('was set, and its change was never begun');
  if (state === 'sending') says.push('is being sent in the end');
  if (state === 'changed' && updates.length === 0) says.push('was not set');
  if (state === 'stored-otherwise' && !world.within(place, since, Infinity).includes(textOf(list.after))) {
    says.push('was never what it says');
  }
  if (unset.includes(state) && updates.length > 0) says.push(`was set, by update ${updates[0]?.number ?? 0}`);
  if (state === 'already' && !world.within(place, since, Infinity).includes(textOf(list.after))) {
    says.push('was never as asked for');
  }
  if (before && !world.within(place, since, sent ? sent.time + tolerance : Infinity).includes(textOf(before))) {
    says.push(`says ${textOf(before)} was there before, which was not`);
  }
  if (found === 'after' && updates.length === 0) says.push('was found set, and was not');
  if (state === 'changed-meanwhile' && !wasChanged(world, list)) says.push('was changed by no one else');
  const asked = list.asked?.lists?.[list.position];
  if (asked && list.after && state !== 'stored-otherwise' && textOf(asked.list) !== textOf(list.after)) {
    says.push('is another list than was asked for');
  }
  return says;
}

/** Whether someone else had a hand in a list, or in the name of its device. */
function wasChanged(world: World, list: Known): boolean {
  const undone = world.undone(list.of, list);
  const isRenamed = world.records.renames.some(
    ({ uuid, from, to }) => uuid === list.uuid || from === list.device || to === list.device,
  );
  const isBased = list.asked?.lists?.[list.position]?.isBased === true;
  const since = undone?.sent?.time ?? list.of.time;
  return isRenamed || isBased || world.othersSince(list, since - longestMs).length > 0;
}

function changeFaults(world: World, change: KeptChange): string[] {
  const { lists, state, counts, undone, id } = change;
  const says: string[] = [];
  const counted: Record<string, number> = { total: lists.length };
  for (const list of lists) counted[list.state] = (counted[list.state] ?? 0) + 1;
  const names = new Set([...Object.keys(counted), ...Object.keys(counts)]);
  if ([...names].some((name) => (counted[name] ?? 0) !== (counts[name] ?? 0))) {
    says.push(`counts ${JSON.stringify(counts)}, and has ${JSON.stringify(counted)}`);
  }
  const isDone = lists.every((list) => list.state === 'changed' || list.state === 'already');
  if (state === 'done' && !isDone) says.push('is done, and has lists that are not as asked for');
  if (state === 'partly-done' && isDone) says.push('is partly done, and each list is as asked for');
  if (state === 'reading' || state === 'running') says.push(`is ${state} in the end`);
  const set = lists.filter((list) => ['changed', 'stored-otherwise', 'uncertain'].includes(list.state));
  const undoneLists = set.filter((list) => {
    const newest = world.lists.findLast(
      (other) =>
        other.of.undoes === id && other.uuid === list.uuid && other.kind === list.kind && other.state === 'changed',
    );
    const undo = newest?.undoneBy === null ? newest : undefined;
    if ((undo?.of.id ?? null) !== list.undoneBy) {
      says.push(`list ${list.position} is undone by ${String(list.undoneBy)}, and should be by ${String(undo?.of.id)}`);
    }
    return undo !== undefined;
  });
  const known = set.filter((list) => list.state !== 'uncertain' || list.undoneBy !== null);
  const should =
    undoneLists.length === 0 ? ['none'] : undoneLists.length < known.length ? ['partly'] : ['whole', 'partly'];
  if (!should.includes(undone)) says.push(`is undone ${undone}, and should be ${should.join(' or ')}`);
  return says;
}

function rightFaults(
  { action, id, user, right, status, code, saw, digest }: Deed,
  change: KeptChange | undefined,
  deeds: readonly Deed[],
): string[] {
  const isOwn = saw.user === user;
  // Who has carried the change before is not shown any more when someone else goes on.
  const carriers = deeds
    .filter((deed) => deed.id === id && deed.begins !== undefined && deed.status < 300)
    .map((deed) => deed.user);
  const may: Readonly<Record<Deed['action'], boolean>> = {
    proposal: isOwn && atLeast(right, 'propose'),
    approval: !isOwn && atLeast(right, 'approve'),
    rejection: atLeast(right, isOwn ? 'propose' : 'approve'),
    application: right === 'change' || (right === 'approve' && !isOwn && change?.approval != null),
    stop: right === 'change' || saw.user === user || carriers.includes(user),
    undo: atLeast(right, 'propose'),
  };
  const isDone = status >= 200 && status < 300;
  const says: string[] = [];
  if (isDone && !may[action]) says.push('and may not');
  if (isDone && action === 'approval' && digest !== saw.digest) says.push('with the digest of something else');
  if (status === 403 && may[action] && ['approval', 'rejection', 'proposal'].includes(action)) {
    says.push(`and may, and was refused (${String(code)})`);
  }
  if (status === 500) says.push('and the service failed');
  return says.map((one) => `${user} (${right}) asked for ${action} of change ${id} ${one}`);
}
