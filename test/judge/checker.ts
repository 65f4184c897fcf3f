import type { Applied, Asked, AuditLine, Edit, Kept, List, Place, Records, Trouble } from './records.js';

/**
 * Compares the records of a run with what the service promises. It shares no code with the service, and trusts a record
 * of the service only if another record confirms it.
 */

/** Something that is wrong. */
export interface Fault extends Place {
  readonly rule: string;
  readonly says: string;
  /** When it was: other events at that time explain it. */
  readonly from: number;
  readonly until: number;
}

/** @returns what is wrong; empty if all records agree, with one order for each device */
export function check(records: Records): Fault[] {
  const world = new World(records);
  return Object.entries(rules).flatMap(([rule, find]) => find(world).map((fault) => ({ rule, ...fault })));
}

/** How many times one write may be sent. */
const mostSends = 4;
/** An instance that hangs for longer may lose its locks, in milliseconds. */
const locksLostAfterMs = 9_000;
/** How long after the answer a line of the audit file may still be missing, in milliseconds. */
const auditLagMs = 1_000;

type Found = Omit<Fault, 'rule'>;
type Rule = (world: World) => Found[];

const texts = new WeakMap<List, string>();
/** A list as one text. Each text is made only once, because it is compared often. */
function textOf(list: List): string {
  const text = texts.get(list) ?? JSON.stringify(list);
  texts.set(list, text);
  return text;
}

const isDone = ({ status }: Asked): boolean => status >= 200 && status < 300;
const isGood = ({ state }: Kept): boolean => state === 'changed';
/** Whether the call manager has another list than the one that was sent. */
const isOtherwise = (stateOrCode: string | undefined): boolean => stateOrCode === 'stored-otherwise';
const isOpen = ({ state }: Kept): boolean => state === 'uncertain';
/** How a change ended, in a word. */
const endOf = ({ state, code = state }: Kept): string => code;
const saysGood = (outcome: string): boolean => outcome === 'replaced' || outcome === 'confirmed-by-reading';
const saysOpen = (code: string): boolean => code === 'outcome-unknown' || code === 'internal-error';
/** Whether its caller does not know the outcome. */
const inDoubt = ({ status, code = '' }: Asked): boolean => status === 0 || saysOpen(code);
/** The list that was sent. Only an update that was altered on purpose may have set another one. */
const sentIn = ({ altered, sent, list }: Applied): List => (altered === true ? (sent ?? list) : list);
/** Whether the call manager has set another list than the one that was sent. */
const wasAltered = (update: Applied): boolean => textOf(sentIn(update)) !== textOf(update.list);
const byId = (a: Kept, b: Kept): number => Number(a.id) - Number(b.id);

const placeOf = ({ device, kind }: Place): string => `${device} ${kind}`;

function groups<One, Key>(all: readonly One[], keyOf: (one: One) => Key): Map<Key, One[]> {
  const found = new Map<Key, One[]>();
  for (const one of all) {
    const group = found.get(keyOf(one));
    if (group) group.push(one);
    else found.set(keyOf(one), [one]);
  }
  return found;
}

/** A list, and the time in which it was there. */
interface Span {
  readonly list: List;
  readonly text: string;
  readonly from: number;
  readonly until: number;
}

/** The call manager's states of one list over time. */
class Timeline {
  readonly #spans: Span[] = [];

  constructor(start: List, applied: readonly Applied[]) {
    let present = { list: start, time: -Infinity };
    for (const { list, time } of applied) {
      this.#spans.push({ list: present.list, text: textOf(present.list), from: present.time, until: time });
      present = { list, time };
    }
    this.#spans.push({ list: present.list, text: textOf(present.list), from: present.time, until: Infinity });
  }

  /** The lists that were there at any moment between these two, inclusive. */
  within(from: number, until: number): Span[] {
    const found: Span[] = [];
    for (let place = this.#firstUntil(from); place < this.#spans.length; place += 1) {
      const span = this.#spans[place];
      if (!span || span.from > until) break;
      found.push(span);
    }
    return found;
  }

  held(list: List, from: number, until: number): boolean {
    return this.within(from, until).some(({ text }) => text === textOf(list));
  }

  /** The position of the first list that was still there at that moment. */
  #firstUntil(from: number): number {
    let [low, high] = [0, this.#spans.length];
    while (low < high) {
      const between = (low + high) >> 1;
      if ((this.#spans[between]?.until ?? Infinity) < from) low = between + 1;
      else high = between;
    }
    return low;
  }
}

/** The records, and how they belong together. */
class World {
  readonly asked: ReadonlyMap<string, Asked>;
  readonly kept: readonly Kept[];
  readonly keptOf: ReadonlyMap<string, Kept>;
  readonly #keptById: ReadonlyMap<string, Kept>;
  /** The successful undos of each change, by its id. */
  readonly #undosOf: ReadonlyMap<string | null, readonly Kept[]>;
  readonly unexplained: Applied[] = [];
  readonly #timelines = new Map<string, Timeline>();
  readonly #applied = new Map<Kept, Applied[]>();
  readonly #auditOf: ReadonlyMap<string, AuditLine>;
  /** The changes by their place and the list that was sent. */
  readonly #keptBy: ReadonlyMap<string, readonly { readonly change: Kept }[]>;

  constructor(readonly records: Records) {
    this.asked = new Map(records.asked.map((one) => [one.id, one]));
    this.kept = [...records.kept].sort(byId);
    this.keptOf = new Map(this.kept.map((change) => [change.request, change]));
    this.#keptById = new Map(this.kept.map((change) => [change.id, change]));
    this.#auditOf = new Map(records.audit.map((line) => [line.request, line]));
    this.#undosOf = groups(this.kept.filter(isGood), ({ undoes }) => undoes);
    const left = this.kept.flatMap((change) => {
      const sent = isOtherwise(change.state) ? this.sent(change) : [];
      return (sent.length > 0 ? sent : [change.after]).map((list) => ({ change, text: textOf(list) }));
    });
    this.#keptBy = groups(left, ({ change, text }) => `${placeOf(change)} ${text}`);
    const applied = groups(records.applied, placeOf);
    for (const one of records.start) {
      this.#timelines.set(placeOf(one), new Timeline(one.list, applied.get(placeOf(one)) ?? []));
    }
    for (const update of records.applied) this.#explain(update);
  }

  timeline(place: Place): Timeline {
    return this.#timelines.get(placeOf(place)) ?? new Timeline({}, []);
  }

  /** The lists that a change may have asked for; none if it asked for none. */
  sent({ request, before }: Kept): List[] {
    const asked = this.asked.get(request);
    const lists = asked ? this.edits(asked).map((edit) => edited(edit, before)) : [];
    return lists.filter((list) => list !== undefined);
  }

  /**
   * What a request may mean. Who wants to undo a change that is still being sent sees the list that was sent. If the
   * call manager keeps another one, the undo goes out from that one.
   */
  edits({ edit }: Asked): Edit[] {
    const undone = edit.do === 'undo' ? this.#keptById.get(edit.change) : undefined;
    if (edit.do !== 'undo' || !undone || !isOtherwise(undone.state)) return [edit];
    const wasEarly = this.sent(undone).some((list) => textOf(list) === textOf(edit.after));
    return wasEarly ? [edit, { ...edit, after: undone.after }] : [edit];
  }

  /** The newest undo of a change, if it was not undone itself. */
  undoOf(id: string): Kept | undefined {
    const undo = this.#undosOf.get(id)?.at(-1);
    return undo && !this.undoOf(undo.id) ? undo : undefined;
  }

  /** The updates of a change that the call manager carried out. */
  applied(change: Kept | undefined): readonly Applied[] {
    return (change && this.#applied.get(change)) ?? [];
  }

  troubles(what: Trouble['what'], from: number, until: number, instance?: number): Trouble[] {
    return this.records.troubles.filter(
      (one) => one.what === what && one.from <= until && one.until >= from && (one.instance ?? instance) === instance,
    );
  }

  wasAudited({ id }: Asked): boolean {
    return this.#auditOf.has(id);
  }

  /** The last moment at which a write certainly still had its turn; its caller gets the answer later. */
  settled(asked: Asked): number {
    return Math.min(asked.until, this.#auditOf.get(asked.id)?.time ?? Infinity);
  }

  /** Until when a request may still be carried out. */
  lastMoment(asked: Asked): number {
    const { attemptMs, deadlineMs, lateMs } = this.records;
    const pauses = this.troubles('pause', asked.from, asked.until + deadlineMs, asked.instance);
    const heard = Math.max(asked.until, ...pauses.map(({ until }) => until));
    return heard + (asked.status === 0 ? deadlineMs : 0) + attemptMs + lateMs;
  }

  /** Whether the lock of a device may have been lost during a change. */
  lostLock(change: Kept, until: number): boolean {
    const instance = this.asked.get(change.request)?.instance;
    const isStoreGone = this.troubles('store', change.time, until).length > 0;
    const pauses = this.troubles('pause', change.time, until, instance);
    return isStoreGone || pauses.some((one) => one.until - one.from >= locksLostAfterMs);
  }

  /** Whether the outcome of a change may be lost: it could not be stored, and the instance that knew it was killed. */
  lostOutcome({ from, until, instance }: Asked): boolean {
    const wasAway = this.troubles('store', from, until + this.records.deadlineMs).length > 0;
    return wasAway && this.troubles('kill', from, Infinity, instance).length > 0;
  }

  /** Finds the change of an update: the one that sent its list, at the right time. */
  #explain(update: Applied): void {
    const alike = this.#keptBy.get(`${placeOf(update)} ${textOf(sentIn(update))}`) ?? [];
    const fitting = alike.flatMap(({ change }) => {
      const asked = this.asked.get(change.request);
      if (!asked || update.time < change.time) return [];
      const isInTime = update.time <= asked.until;
      const mayBeLate = (update.disturbed || inDoubt(asked)) && update.time <= this.lastMoment(asked);
      if (!isInTime && !mayBeLate) return [];
      // If a list was altered, the change that says so is the likelier one.
      const isSaid = isOtherwise(change.state) || (isGood(change) && !wasAltered(update));
      const byOutcome = isSaid ? 0 : isOpen(change) || isGood(change) ? 1 : 8;
      const unlikely = byOutcome + (isInTime ? 0 : 4) + (this.applied(change).length > 0 ? 2 : 0);
      return [{ change, unlikely }];
    });
    const [best] = fitting.sort((a, b) => a.unlikely - b.unlikely);
    if (best) this.#applied.set(best.change, [...this.applied(best.change), update]);
    else this.unexplained.push(update);
  }
}

/** @returns the list that an edit makes from another one; undefined if it makes none */
function edited(edit: Edit, present: List): List | undefined {
  if (edit.do === 'set') return edit.list;
  if (edit.do === 'put') return { ...present, [edit.index]: edit.button };
  if (edit.do === 'remove') return edit.index in present ? without(present, edit.index) : undefined;
  const { before, after } = edit;
  const isNow = (some: List) => (index: string) => present[index] === some[index];
  const all = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  if (edit.scope === 'list') {
    return [before, after].map(textOf).includes(textOf(present)) ? before : undefined;
  }
  const touched = all.filter((index) => before[index] !== after[index]);
  if (touched.every(isNow(before))) return present;
  if (!touched.every(isNow(after))) return undefined;
  return touched.reduce((list, index) => {
    const button = before[index];
    return button === undefined ? without(list, index) : { ...list, [index]: button };
  }, present);
}

function without(list: List, index: string): List {
  return Object.fromEntries(Object.entries(list).filter(([other]) => other !== index));
}

/** Whether an edit has nothing to change. */
function isThere(edit: Edit, present: List): boolean {
  const wanted = edited(edit, present);
  return wanted !== undefined && textOf(wanted) === textOf(present);
}

/** Whether If-Match allows a change of this list. */
function isMeant({ onlyIf }: Asked, present: List): boolean {
  return onlyIf === undefined || onlyIf === 'any' || onlyIf.some((list) => textOf(list) === textOf(present));
}

/** Whether a write reads the list before it decides, so that it may have nothing to send. */
function isConditional({ onlyIf, edit }: Asked): boolean {
  return onlyIf !== undefined || edit.do === 'undo';
}

const rules: Readonly<Record<string, Rule>> = {
  /**
   * The call manager must not have carried out anything that no one requested, or that has no change in the history.
   */
  'every update belongs to a change': ({ unexplained }) =>
    unexplained.map((update) => ({
      ...{ device: update.device, kind: update.kind, from: update.time, until: update.time },
      says: `update ${update.number} set ${textOf(update.list)}, and no change says so`,
    })),

  /** A change is sent again only if its answer was lost. */
  'a change is carried out once': (world) =>
    world.kept.flatMap((change) => {
      const asked = world.asked.get(change.request);
      const updates = world.applied(change);
      const sure = updates.filter(({ disturbed }) => !disturbed);
      const mayHaveTimedOut = asked !== undefined && asked.until - change.time > world.records.attemptMs;
      const isTooOften = updates.length > mostSends || (sure.length > 1 && !mayHaveTimedOut);
      if (!isTooOften || !asked) return [];
      const numbers = updates.map(({ number }) => number).join(', ');
      return [faultOf(asked, `change ${change.id} was carried out ${updates.length} times: ${numbers}`)];
    }),

  'a 2xx was carried out as asked': (world) => world.records.asked.filter(isDone).flatMap(doneIn(world)),

  'a refusal was true, and nothing was sent': (world) =>
    world.records.asked
      .filter((asked) => !isDone(asked) && !inDoubt(asked) && !isOtherwise(asked.code))
      .flatMap(refusedIn(world)),

  'another list was set, and is the one that was told': (world) =>
    world.records.asked.filter(({ code }) => isOtherwise(code)).flatMap(otherwiseIn(world)),

  /** No write of this run changes more than its list. */
  'no harm is claimed': ({ records }) =>
    records.asked
      .filter(({ code }) => code === 'writing-stopped')
      .map((asked) => faultOf(asked, 'it was refused, because a write had changed more than its list')),

  'a change is what was asked': (world) =>
    world.kept.flatMap((change) => {
      const asked = world.asked.get(change.request);
      const { device, kind } = change;
      const when = { device, kind, from: change.time, until: change.time };
      if (!asked) return [{ ...when, says: `change ${change.id} is of ${change.request}, which nobody has sent` }];
      if (world.keptOf.get(change.request) !== change) return [faultOf(asked, 'it has more than one change')];
      const undoes = asked.edit.do === 'undo' ? asked.edit.change : null;
      const wrong = [
        ...(asked.device === device && asked.kind === kind ? [] : [`is of ${device} ${kind}`]),
        ...(asked.user === change.user ? [] : [`is by ${change.user}`]),
        ...(undoes === change.undoes ? [] : [`undoes ${String(change.undoes)}`]),
        ...(isMeant(asked, change.before) ? [] : ['was made in place of a list that If-Match does not name']),
      ];
      const isSame = world.sent(change).map(textOf).includes(textOf(change.after));
      if (isOtherwise(change.state) ? isSame : !isSame) wrong.push('has another list after it than was asked');
      return wrong.map((says) => faultOf(asked, `change ${change.id} ${says}`));
    }),

  'before is what the call manager had': (world) =>
    world.kept.flatMap((change) => {
      const asked = world.asked.get(change.request);
      if (!asked || world.timeline(change).held(change.before, asked.from, change.time)) return [];
      return [faultOf(asked, `change ${change.id} says before ${textOf(change.before)}, which was not there`)];
    }),

  'the history tells how it ended': (world) => world.kept.flatMap(endedIn(world)),

  'what was found later was so': (world) =>
    world.kept.flatMap((change) => {
      const asked = world.asked.get(change.request);
      const { found, id, before, after } = change;
      if (!asked || !found) return [];
      const isKnown: Readonly<Record<string, (list: List) => boolean>> = {
        after: (list) => textOf(list) === textOf(after),
        before: (list) => textOf(list) === textOf(before),
        other: (list) => ![after, before].map(textOf).includes(textOf(list)),
      };
      // It may be set as soon as it was sent. A later write reads the list after this one's turn is over, unless the
      // lock was lost in the meantime.
      const hadTurn = world.wasAudited(asked) && !world.lostLock(change, found.time);
      const from = found.list === 'after' || !hadTurn ? change.time : world.settled(asked);
      const spans = world.timeline(change).within(from, found.time);
      const isSo = spans.some(({ list }) => isKnown[found.list]?.(list));
      return isSo && isOpen(change) ? [] : [faultOf(asked, `change ${id} was not found ${found.list} later`)];
    }),

  'the history has the order of the call manager': (world) =>
    devicesOf(world).flatMap((device) => {
      const firsts = world.kept.flatMap((change) => {
        const update = world.applied(change).find(({ disturbed }) => !disturbed);
        return change.device === device && update ? [{ change, update }] : [];
      });
      return firsts.flatMap(({ change, update }, place) => {
        const earlier = firsts[place - 1];
        if (!earlier || earlier.update.number < update.number) return [];
        if (world.lostLock(earlier.change, earlier.update.time) || world.lostLock(change, update.time)) return [];
        if (isLate(world, earlier.change, earlier.update) || isLate(world, change, update)) return [];
        const says = `change ${earlier.change.id} was update ${earlier.update.number}, and ${change.id} ${update.number}`;
        return [{ ...change, from: change.time, until: earlier.update.time, says }];
      });
    }),

  /** From the beginning of a change until it is carried out, no one else changes the device. */
  'one at a time': (world) =>
    devicesOf(world).flatMap((device) => {
      const all = world.kept
        .filter((change) => change.device === device)
        .flatMap((change) => world.applied(change).map((update) => ({ change, update })))
        .sort((a, b) => a.update.number - b.update.number);
      const mayOverlap = ({ change, update }: (typeof all)[number]): boolean =>
        update.disturbed || isLate(world, change, update) || world.lostLock(change, update.time);
      return all.flatMap((own, place) => {
        const { change, update } = own;
        const before = all.slice(0, place);
        const turn = before.slice(before.findLastIndex((other) => other.update.time <= change.time) + 1);
        const between = turn.filter((other) => other.change !== change && !mayOverlap(other));
        if (between.length === 0 || isLate(world, change, update) || world.lostLock(change, update.time)) return [];
        return between.map((other) => ({
          ...{ device, kind: change.kind, from: change.time, until: update.time },
          says: `change ${other.change.id} was carried out in the turn of change ${change.id}`,
        }));
      });
    }),

  'what was read was there': (world) =>
    world.records.reads.flatMap(({ id, device, from, until, lists }) => {
      const spans = lists.map(({ kind, list }) =>
        world
          .timeline({ device, kind })
          .within(from, until)
          .filter(({ text }) => text === textOf(list)),
      );
      // The times at which all lists existed together.
      const together = spans.reduce<readonly Pick<Span, 'from' | 'until'>[]>(
        (some, others) =>
          some.flatMap((a) =>
            others
              .map((b) => ({ from: Math.max(a.from, b.from), until: Math.min(a.until, b.until) }))
              .filter((both) => both.from <= both.until),
          ),
        [{ from, until }],
      );
      const kind = lists.map((one) => one.kind).join(' and ');
      return together.length > 0 ? [] : [{ device, kind, from, until, says: `${id} read what was not there` }];
    }),

  'one list, one tag': (world) => {
    const seen = new Map<string, string>();
    const tagged = [
      ...world.records.reads.flatMap(({ lists, ...read }) => lists.map((list) => ({ ...read, ...list }))),
      ...world.records.asked.flatMap((asked) => {
        const list = asked.edit.do === 'set' ? asked.edit.list : world.keptOf.get(asked.id)?.after;
        return isDone(asked) && list && asked.tag !== undefined ? [{ ...asked, list, tag: asked.tag }] : [];
      }),
    ];
    return tagged.flatMap(({ device, kind, list, tag, from, until, id }) => {
      const [byTag, byList] = [`${kind} tag ${tag}`, `${kind} list ${textOf(list)}`];
      const isOther = (seen.get(byTag) ?? textOf(list)) !== textOf(list) || (seen.get(byList) ?? tag) !== tag;
      seen.set(byTag, textOf(list)).set(byList, tag);
      return isOther ? [{ device, kind, from, until, says: `${id} was given ${tag}, which is another list's` }] : [];
    });
  },

  'the audit file says the same': auditFaults,
};

function doneIn(world: World): (asked: Asked) => Found[] {
  return (asked) => {
    const { edit, from, until, status } = asked;
    const change = world.keptOf.get(asked.id);
    const spans = world.timeline(asked).within(from, until);
    if (!change) {
      const wasThere = spans.some(({ list }) => world.edits(asked).some((one) => isThere(one, list)));
      if (!isConditional(asked)) return [faultOf(asked, 'it was answered 2xx, and is no change')];
      if (edit.do === 'undo' && asked.change !== null) return [faultOf(asked, 'it names a change that is not there')];
      return wasThere ? [] : [faultOf(asked, 'it was answered 2xx, and neither was sent nor there already')];
    }
    const wrong: string[] = [];
    if (!world.applied(change).some((update) => update.time >= from && update.time <= until && !wasAltered(update))) {
      wrong.push('it was answered 2xx, and not carried out by then');
    }
    if (edit.do === 'put' && status !== (edit.index in change.before ? 200 : 201)) {
      wrong.push(`it was answered ${status}, in place of ${textOf(change.before)}`);
    }
    if (edit.do === 'undo' && asked.change !== change.id) wrong.push(`it names change ${String(asked.change)}`);
    return wrong.map((says) => faultOf(asked, says));
  };
}

function refusedIn(world: World): (asked: Asked) => Found[] {
  return (asked) => {
    const { edit, from, until, code, present } = asked;
    const change = world.keptOf.get(asked.id);
    const spans = world.timeline(asked).within(from, until);
    const says: string[] = [];
    if (world.applied(change).length > 0) says.push(`it was refused (${String(code)}), and carried out`);
    if (code === 'changed-meanwhile' || code === 'entry-not-found') {
      if (change) says.push(`it was refused (${code}), and is change ${change.id}`);
      const isTrue = (list: List): boolean =>
        code === 'entry-not-found' || edit.do === 'undo'
          ? world.edits(asked).some((one) => edited(one, list) === undefined)
          : !isMeant(asked, list) && !isThere(edit, list);
      if (!spans.some(({ list }) => isTrue(list))) says.push(`it was refused (${code}), and there was no reason`);
      if (present && !spans.some(({ text }) => text === textOf(present))) {
        says.push(`it was shown ${textOf(present)} as present, which was not there`);
      }
    }
    return says.map((one) => faultOf(asked, one));
  };
}

function otherwiseIn(world: World): (asked: Asked) => Found[] {
  return (asked) => {
    const { from, until, present } = asked;
    const change = world.keptOf.get(asked.id);
    const wasThere = present && world.timeline(asked).held(present, from, until);
    const isKept = change && present && textOf(change.after) === textOf(present);
    const own = world.applied(change);
    // Someone else may have set the list between the write and the reading that proves it.
    const isOfAnother = world.records.applied.some(
      (update) =>
        placeOf(update) === placeOf(asked) &&
        present !== undefined &&
        textOf(update.list) === textOf(present) &&
        !own.includes(update) &&
        own.some(({ number }) => number < update.number) &&
        update.time <= until,
    );
    const isExplained = isOfAnother || own.some(({ altered }) => altered);
    return [
      ...(wasThere ? [] : ['it was told that another list was set, which was not there']),
      ...(isKept ? [] : ['it was told that another list was set, and the history has no such change']),
      ...(isExplained ? [] : ['no list of it was altered']),
    ].map((says) => faultOf(asked, says));
  };
}

function endedIn(world: World): (change: Kept) => Found[] {
  return (change) => {
    const asked = world.asked.get(change.request);
    const { id, shown } = change;
    const outcome = endOf(change);
    if (!asked) return [];
    const says: string[] = [];
    const told = isDone(asked) ? 'done' : (asked.code ?? 'lost');
    const isSame = told === 'lost' || (told === 'done' ? isGood(change) : outcome === told);
    if (!isSame && !(outcome === 'outcome-unknown' && world.lostOutcome(asked))) {
      says.push(`change ${id} is ${outcome}, and its caller was told ${told}`);
    }
    const updates = world.applied(change);
    const isSet = isGood(change) || isOtherwise(change.state);
    const own = isGood(change) ? updates.filter((update) => !wasAltered(update)) : updates;
    if (isSet && own.length === 0) says.push(`change ${id} is ${outcome}, and was not carried out`);
    const hidden = isGood(change) ? updates.find((update) => wasAltered(update) && !update.disturbed) : undefined;
    if (hidden) says.push(`change ${id} is ${outcome}, and update ${hidden.number} of it was altered and answered`);
    if (outcome === 'sending') says.push(`change ${id} is being sent in the end`);
    if (!isSet && !isOpen(change) && updates.length > 0) {
      says.push(`change ${id} is ${outcome}, and was carried out`);
    }
    const undoneBy = world.undoOf(id)?.id ?? null;
    if (change.undoneBy !== undoneBy) {
      says.push(`change ${id} is undone by ${String(change.undoneBy)}, and should be by ${String(undoneBy)}`);
    }
    const should = [isGood(change) ? 'done' : 'partly-done', undoneBy === null ? 'none' : 'whole'];
    if (should.join() !== [shown.state, shown.undone].join()) {
      says.push(
        `change ${id} calls itself ${shown.state} and undone ${shown.undone}, and should ${should.join(' and ')}`,
      );
    }
    return says.map((one) => faultOf(asked, one));
  };
}

function auditFaults(world: World): Found[] {
  const { audit, asked } = world.records;
  const lines = new Map(audit.map((line) => [line.request, line]));
  const ofLines = audit.flatMap((line) => {
    const question = world.asked.get(line.request);
    const change = world.keptOf.get(line.request);
    const { device, kind } = line;
    if (!question)
      return [{ device, kind, from: 0, until: 0, says: `${line.request} was audited, and nobody sent it` }];
    const told = isDone(question) ? 'done' : question.code;
    const isTold = question.status === 0 || (told === 'done' ? saysGood(line.outcome) : line.outcome === told);
    const isPlace = device === question.device && kind === question.kind && line.user === question.user;
    const isKept =
      !change ||
      (isGood(change) ? saysGood(line.outcome) : endOf(change) === line.outcome) ||
      world.lostOutcome(question);
    const isSent = change !== undefined || !saysGood(line.outcome) || isConditional(question);
    const isListed =
      !change ||
      (textOf(line.before ?? {}) === textOf(change.before) && textOf(line.after ?? {}) === textOf(change.after));
    return [
      ...(lines.get(line.request) === line ? [] : ['it was audited more than once']),
      ...(isTold ? [] : [`it was audited as ${line.outcome}, and its caller was told ${String(told)}`]),
      ...(isPlace ? [] : [`it was audited as of ${line.user}, ${device} ${kind}`]),
      ...(isKept ? [] : [`it was audited as ${line.outcome}, and change ${change.id} is ${endOf(change)}`]),
      ...(isSent ? [] : [`it was audited as ${line.outcome}, and is no change`]),
      ...(isListed ? [] : ['it was audited with other lists than those of its change']),
    ].map((says) => faultOf(question, says));
  });
  const missing = asked.flatMap((question) => {
    if (lines.has(question.id)) return [];
    const change = world.keptOf.get(question.id);
    const wasCarriedThrough = change !== undefined && isGood(change);
    const mustBe = isDone(question) || isOtherwise(question.code) || wasCarriedThrough || saysOpen(question.code ?? '');
    const until = (question.status === 0 ? world.lastMoment(question) : question.until) + auditLagMs;
    const isLost = world.troubles('kill', question.from, until, question.instance).length > 0;
    return mustBe && !isLost ? [faultOf(question, 'it is not in the audit file')] : [];
  });
  return [...ofLines, ...missing];
}

/** Whether an update came when the turn of its change may have been over. */
function isLate(world: World, { request }: Kept, { time }: Applied): boolean {
  const asked = world.asked.get(request);
  return asked === undefined || asked.status === 0 || time > world.settled(asked);
}

function devicesOf({ records }: World): string[] {
  return [...new Set(records.start.map(({ device }) => device))];
}

function faultOf({ device, kind, from, until, id, edit }: Asked, says: string): Found {
  return { device, kind, from, until, says: `${id} (${edit.do}): ${says}` };
}
