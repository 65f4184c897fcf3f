import { Dice } from '../support/dice.js';
import type { Applied, Asked, AuditLine, Edit, Held, Kept, List, Read, Records } from './records.js';

type Writable<Record> = { -readonly [Name in keyof Record]: Record[Name] };

/** The records of an artificial run, which tests then falsify. */
export type MadeUp = {
  -readonly [Name in keyof Records]: Records[Name] extends readonly (infer One)[] ? Writable<One>[] : Records[Name];
};

const devices = ['phone A', 'profile B'];
const kinds = ['speeddial', 'busylampfield'];
const startMs = 1_000_000;

/**
 * Makes the records of a run without faults: writes of all kinds one after another, some with a lost answer, some that
 * were refused, and some that the call manager carried out late or otherwise.
 */
export function honestWorld(seed: number, writes = 60): MadeUp {
  const dice = new Dice(seed);
  const held = new Map<string, List>();
  const start = devices.flatMap((device) =>
    kinds.map((kind): Held => ({ device, kind, list: { 1: `${device} ${kind}` } })),
  );
  for (const { device, kind, list } of start) held.set(`${device} ${kind}`, list);
  const asked: Writable<Asked>[] = [];
  const reads: Writable<Read>[] = [];
  const applied: Writable<Applied>[] = [];
  const kept: Writable<Kept>[] = [];
  const audit: Writable<AuditLine>[] = [];
  let now = startMs;
  const later = (): number => (now += 2 + dice.below(5));

  /** @param sent the list that was sent, if another one is set */
  const carryOut = ({ device, kind, after: list }: Kept, disturbed: boolean, sent?: List): void => {
    held.set(`${device} ${kind}`, list);
    const altering = sent ? { altered: true, sent } : {};
    applied.push({ number: applied.length + 1, time: later(), device, kind, list, disturbed, ...altering });
  };

  for (let count = 1; count <= writes; count += 1) {
    const [device, kind, id] = [dice.pick(devices), dice.pick(kinds), `w${count}`];
    const before = held.get(`${device} ${kind}`) ?? {};
    const undone = kept.filter((one) => one.device === device && one.kind === kind && one.state === 'changed').at(-1);
    const indexes = Object.keys(before);
    const edit: Edit = dice.pick<() => Edit>([
      () => ({ do: 'set', list: { 1: id, [String(2 + dice.below(5))]: `${id} too` } }),
      () => ({ do: 'put', index: String(1 + dice.below(6)), button: id }),
      () => (indexes[0] === undefined ? { do: 'set', list: { 3: id } } : { do: 'remove', index: indexes[0] }),
      () => {
        if (!undone) return { do: 'set', list: { 4: id } };
        const { id: change, after } = undone;
        return { do: 'undo', scope: dice.pick(['list', 'entries']), change, before: undone.before, after };
      },
    ])();
    const from = later();
    const question = { id, user: 'alice', instance: dice.below(2), device, kind, edit, from };
    const own = { request: id, user: 'alice', device, kind };
    const wanted = wantedBy(edit, before);
    const stale = edit.do === 'set' && dice.chance(0.2);
    if (wanted === undefined || stale) {
      const refusal = { status: 412, code: 'changed-meanwhile', ...(edit.do === 'undo' && { present: before }) };
      asked.push({ ...question, ...refusal, until: later(), ...(stale && { onlyIf: [{ 9: 'another list' }] }) });
      audit.push({ time: now, ...own, before, after: {}, outcome: 'changed-meanwhile' });
    } else if (edit.do === 'undo' && same(wanted, before)) {
      asked.push({ ...question, until: later(), status: 200, change: null });
      audit.push({ time: now, ...own, before, after: before, outcome: 'confirmed-by-reading' });
    } else {
      const change: Writable<Kept> = {
        ...{ id: String(kept.length + 1), time: later(), ...own, before, after: wanted, state: 'changed' },
        ...{
          shown: { state: 'done', undone: 'none' },
          undoes: edit.do === 'undo' ? edit.change : null,
          undoneBy: null,
        },
      };
      kept.push(change);
      const fate = dice.below(10);
      // The answer to the first try is lost, and the list is sent again.
      if (fate === 0) carryOut(change, true);
      if (fate === 4) Object.assign(change, { after: { ...wanted, 7: `${id} altered` }, ...ended('stored-otherwise') });
      if (fate === 1) Object.assign(change, ended('refused', 'call-manager-busy'));
      else if (fate === 2) Object.assign(change, ended('uncertain', 'outcome-unknown'));
      else carryOut(change, fate === 4, fate === 4 ? wanted : undefined);
      if (fate === 3) Object.assign(change, ended('uncertain', 'outcome-unknown'));
      const isDone = change.state === 'changed';
      const status = isDone ? (edit.do === 'put' ? (edit.index in before ? 200 : 201) : 200) : 504;
      const told = isDone
        ? { status, tag: tagOf(wanted) }
        : { status, ...(change.code !== undefined && { code: change.code }) };
      const present = fate === 4 && { present: change.after };
      asked.push({
        ...question,
        ...told,
        ...present,
        until: later(),
        ...(edit.do === 'undo' && isDone && { change: change.id }),
      });
      audit.push({ time: now, ...own, before, after: change.after, outcome: change.code ?? 'replaced' });
      if (fate === 3) change.found = { list: 'after', time: later() };
      // A write with a lost answer is carried out late: after the next write has read the list. Only later its caller
      // is told that the outcome is unknown, and the read of the next write is recorded.
      if (fate === 2 && dice.chance(0.5)) {
        carryOut(change, true);
        const told = asked.at(-1);
        if (told) told.until = later();
        change.found = { list: 'before', time: later() };
      }
    }
    const lists = kinds.map((each) => ({ kind: each, list: held.get(`${device} ${each}`) ?? {} }));
    const tagged = lists.map((one) => ({ ...one, tag: tagOf(one.list) }));
    reads.push({ id: `r${count}`, device, from: later(), until: later(), lists: tagged });
    now += 10;
  }
  tellUndone(kept);
  const limits = { attemptMs: 1_000, deadlineMs: 4_000, lateMs: 1_000 };
  return { ...limits, start, asked, reads, applied, kept, audit, troubles: [] };
}

function ended(state: string, code = state): Pick<Kept, 'state' | 'code' | 'shown'> {
  return { state, code, shown: { state: 'partly-done', undone: 'none' } };
}

/** From the newest to the oldest: the newest undo counts, if it is not undone itself. */
function tellUndone(kept: readonly Writable<Kept>[]): void {
  for (const change of kept.toReversed()) {
    const undo = kept.findLast((one) => one.undoes === change.id && one.state === 'changed');
    if (undo?.undoneBy !== null) continue;
    change.undoneBy = undo.id;
    change.shown = { ...change.shown, undone: 'whole' };
  }
}

function wantedBy(edit: Edit, before: List): List | undefined {
  if (edit.do === 'set') return edit.list;
  if (edit.do === 'put') return { ...before, [edit.index]: edit.button };
  if (edit.do === 'remove') return Object.fromEntries(Object.entries(before).filter(([index]) => index !== edit.index));
  if (edit.scope === 'list') return same(before, edit.after) || same(before, edit.before) ? edit.before : undefined;
  const touched = [...Object.keys(edit.before), ...Object.keys(edit.after)].filter(
    (i) => edit.before[i] !== edit.after[i],
  );
  if (touched.every((i) => before[i] === edit.before[i])) return before;
  if (!touched.every((i) => before[i] === edit.after[i])) return undefined;
  const untouched = Object.entries(before).filter(([i]) => !touched.includes(i));
  const back = Object.entries(edit.before).filter(([i]) => touched.includes(i));
  return Object.fromEntries([...untouched, ...back]);
}

function same(a: List, b: List): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function tagOf(list: List): string {
  return `"${JSON.stringify(list)}"`;
}
