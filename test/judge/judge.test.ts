import { describe, expect, it } from 'vitest';
import { lacksPostgres } from '../support/postgres-server.js';
import { judge, type JudgeOptions } from './judge.js';

/** Another one each day: what a seed finds, it finds again as far as timing allows. */
const seed = Math.floor(Date.now() / 86_400_000);
const [ops, writers] = [1_000, 16];
/** For a machine that has other work: it waits for what happens, and a busy one took two minutes for each. */
const timeoutMs = 600_000;

describe('the judge', { timeout: timeoutMs }, () => {
  const judged = async (store: JudgeOptions['store']): Promise<void> => {
    const lines: string[] = [];
    const { writes, faults } = await judge({ seed, ops, minutes: 0, store, writers }, (line) => lines.push(line));
    expect(faults, lines.join('\n')).toEqual([]);
    expect(writes).toBeGreaterThanOrEqual(ops);
  };

  it('finds one story with one instance and a file', () => judged('sqlite'));

  it.skipIf(lacksPostgres())('finds one story with two instances and PostgreSQL', () => judged('postgres'));
});
