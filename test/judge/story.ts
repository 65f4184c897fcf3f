import type { Fault } from './checker.js';
import type { Applied, Asked, Edit, List, Records } from './records.js';

/** How many lines a story has; the records have everything. */
const mostLines = 40;

/** @returns what happened to the device at the time of the fault, one line for each event, in order of time */
export function story(records: Records, { device, says, from, until }: Fault): string[] {
  const start = Math.max(from, 0);
  const isThen = (one: { readonly from: number; readonly until: number }): boolean =>
    one.from <= until && one.until >= start;
  const changed = new Set(records.kept.map(({ request }) => request));
  // A write that was refused before anything was sent explains nothing, unless the fault is about it.
  const explains = ({ id }: Asked): boolean => changed.has(id) || says.startsWith(`${id} `);
  const asked = records.asked.filter((one) => one.device === device && isThen(one) && explains(one));
  const ids = new Set(asked.map(({ id }) => id));
  const events: (readonly [time: number, says: string])[] = [
    ...asked.map((one) => [one.from, `${one.id} asks ${one.instance} for ${wanted(one)}`] as const),
    ...asked.map((one) => [one.until, `${one.id} is told ${one.status} ${one.code ?? ''}`] as const),
    ...records.applied
      .filter((one) => one.device === device && one.time >= start && one.time <= until)
      .map((one) => [one.time, `update ${one.number}${one.disturbed ? ' (disturbed)' : ''}: ${set(one)}`] as const),
    ...records.kept
      .filter(({ request }) => ids.has(request))
      .map((one) => {
        const found = one.found ? `, found ${one.found.list} at ${at(one.found.time)}` : '';
        const lists = `${one.kind} ${listed(one.before)} → ${listed(one.after)}`;
        return [one.time, `change ${one.id} of ${one.request} (${one.code ?? one.state}${found}): ${lists}`] as const;
      }),
    ...records.audit
      .filter(({ request }) => ids.has(request))
      .map((one) => [Infinity, `audited: ${one.request} ${one.outcome}`] as const),
    ...records.troubles
      .filter(isThen)
      .flatMap(({ what, instance = 'all', ...when }) => [
        [when.from, `${what} of ${instance} begins`] as const,
        [when.until, `${what} of ${instance} is over`] as const,
      ]),
  ];
  const lines = events.sort(([a], [b]) => a - b).map(([time, says]) => `${at(time)} ${says}`);
  const left = lines.length - mostLines;
  return left > 0 ? [...lines.slice(0, mostLines), `… and ${left} lines more`] : lines;
}

function wanted({ edit, kind, onlyIf = [] }: Asked): string {
  const named = onlyIf === 'any' ? ['any'] : onlyIf.map(listed);
  const condition = named.length === 0 ? '' : ` only if ${named.join(' or ')}`;
  return `${edit.do} ${kind} ${details(edit)}${condition}`;
}

function details(edit: Edit): string {
  if (edit.do === 'set') return listed(edit.list);
  if (edit.do === 'put') return listed({ [edit.index]: edit.button });
  if (edit.do === 'remove') return edit.index;
  return `of change ${edit.change}, ${edit.scope}`;
}

function set({ kind, list, sent }: Applied): string {
  return `${kind} ${listed(list)}${sent ? `, and ${listed(sent)} was sent` : ''}`;
}

function listed(list: List): string {
  const buttons = Object.entries(list).map(([index, button]) => `${index}: ${button}`);
  return `{${buttons.join(', ')}}`;
}

function at(time: number): string {
  return Number.isFinite(time) ? new Date(time).toISOString().slice(14, 23) : '         ';
}
