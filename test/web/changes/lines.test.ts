import { expect, it } from 'vitest';
import { aChange, aRun } from '../../support/made.js';
import { linesOf, type LinePage } from '../../../web/changes/lines.js';

const at = (minute: number): string => new Date(Date.UTC(2026, 2, 4, 5, minute)).toISOString();
const change = (id: number, minute: number) => aChange({ id: String(id), time: at(minute) });
const run = (id: number, minute: number) => aRun({ id: String(id), time: at(minute), outcomes: { replaced: 2 } });
const start = { changes: undefined, runs: undefined };
const told = ({ lines }: LinePage): string[] =>
  lines.map((line) => ('run' in line ? `run ${line.run.id}` : line.change.id));

it('puts changes and runs in one order, the newest first', () => {
  const changes = { changes: [change(9, 50), change(3, 10)], next: undefined };
  const page = linesOf(changes, { runs: [run(2, 30), run(1, 5)], next: undefined }, start);
  expect(told(page)).toEqual(['9', 'run 2', '3', 'run 1']);
  expect(page.next).toBeUndefined();
});

it('shows only times for which both are loaded, and continues after the shown ones', () => {
  const changes = { changes: [change(9, 50), change(8, 40)], next: '8' };
  const page = linesOf(changes, { runs: [run(2, 45), run(1, 5)], next: undefined }, start);
  expect(told(page)).toEqual(['9', 'run 2', '8']);
  expect(page.next).toEqual({ changes: '8', runs: '2' });
  const none = linesOf(changes, { runs: [run(1, 5)], next: undefined }, start);
  expect(told(none)).toEqual(['9', '8']);
  expect(none.next).toEqual({ changes: '8', runs: undefined });
  const last = linesOf({ changes: [], next: undefined }, { runs: [run(1, 5)], next: undefined }, page.next ?? start);
  expect([told(last), last.next]).toEqual([['run 1'], undefined]);
});

it('leaves out a run that has changed nothing yet', () => {
  const begun = { ...run(3, 1), outcomes: {} };
  expect(told(linesOf({ changes: [], next: undefined }, { runs: [begun], next: undefined }, start))).toEqual([]);
});
