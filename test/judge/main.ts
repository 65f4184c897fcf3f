import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { lacksPostgres } from '../support/postgres-server.js';
import { check } from './checker.js';
import { judge, type JudgeOptions } from './judge.js';
import type { Records } from './records.js';
import { story } from './story.js';

const usage =
  'usage: npm run judge -- [--seed NUMBER] [--ops 2000] [--minutes 0] [--store sqlite|postgres] [--writers 16]\n' +
  '                            [--alters]   the call manager sets one list in fifty otherwise\n' +
  '       npm run judge -- --records FILE\n' +
  'Without --store: two instances with PostgreSQL where it is installed, otherwise one with SQLite.\n';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    ops: { type: 'string', default: '2000' },
    minutes: { type: 'string', default: '0' },
    store: { type: 'string', default: lacksPostgres() ? 'sqlite' : 'postgres' },
    writers: { type: 'string', default: '16' },
    alters: { type: 'boolean', default: false },
    records: { type: 'string' },
  },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);
process.exit(values.records === undefined ? await run() : again(values.records));

/** @returns the exit code */
async function run(): Promise<number> {
  const [ops, minutes, writers] = [Number(values.ops), Number(values.minutes), Number(values.writers)];
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));
  const isRight = ops >= 0 && minutes >= 0 && writers > 0 && Number.isInteger(seed) && isStore(values.store);
  if (!isRight || !isStore(values.store)) {
    process.stderr.write(usage);
    return 2;
  }
  const { faults } = await judge({ seed, ops, minutes, store: values.store, writers, alters: values.alters }, print);
  for (const fault of faults) print(fault);
  return faults.length === 0 ? 0 : 1;
}

/** Judges the records of an earlier run. @returns the exit code */
function again(file: string): number {
  const records = JSON.parse(readFileSync(file, 'utf8')) as Records;
  const found = check(records);
  for (const fault of found) {
    print(`${fault.rule}: ${fault.device} ${fault.kind}: ${fault.says}`);
    print(story(records, fault).join('\n'));
  }
  return found.length === 0 ? 0 : 1;
}

function isStore(text: string): text is JudgeOptions['store'] {
  return text === 'sqlite' || text === 'postgres';
}
