import { describe, expect, it } from 'vitest';
import { lacksPostgres } from '../support/postgres-server.js';
import { judge, type JudgeOptions } from './judge.js';

/** A different seed each day. A failure with a seed can be repeated, as far as timing allows. */
const seed = Math.floor(Date.now() / 86_400_000);
/** `npm run prove` writes for half an hour. */
const [ops, writers] = [500, 16];
/** For a busy machine: the test waits for events, which took up to two minutes each. */
const timeoutMs = 600_000;

describe('the judge', { timeout: timeoutMs }, () => {
  const judged = async (store: JudgeOptions['store']): Promise<void> => {
    const lines: string[] = [];
    const { writes, faults } = await judge({ seed, ops, minutes: 0, store, writers }, (line) => lines.push(line));
    expect(faults, lines.join('\n')).toEqual([]);
    expect(writes).toBeGreaterThanOrEqual(ops);
  };

  it('finds no contradictions with one instance and a file', () => judged('sqlite'));

  it.skipIf(lacksPostgres())('finds one story with two instances and PostgreSQL', () => judged('postgres'));
});
