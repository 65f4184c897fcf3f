import { cases, type Row, runCase } from './rows.js';
import { spawnSimulator } from './stage.js';

/** Prints the table of faults, and ends with 1 when a row claims what is not so. */
const simulator = await spawnSimulator();
const rows: Row[] = [];
const line = (...cells: (string | number)[]): string =>
  [30, 5, 7, 34, 6, 6, 6, 5].map((width, place) => String(cells[place] ?? '').padEnd(width)).join(' ') +
  String(cells[8] ?? '');
process.stdout.write(`${line('fault', 'call', 'times', 'answer', 'ms', 'calls', 'state', 'loop', '')}\n`);
for (const one of cases) {
  const row = await runCase(simulator, one);
  rows.push(row);
  const { fault, call, times, answer, ms, axlCalls, state, loopMs, wrong, slow } = row;
  process.stdout.write(
    `${line(fault, call, times, answer, ms, axlCalls, state, loopMs, [...wrong, ...slow].join('; '))}\n`,
  );
}
await simulator.stop();
const bad = rows.filter(({ wrong, slow }) => wrong.length + slow.length > 0).length;
process.stdout.write(`${rows.length - bad} rows as they should be, ${bad} not\n`);
process.exitCode = bad === 0 ? 0 : 1;
