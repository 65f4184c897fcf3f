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
  const judged = async (options: Pick<JudgeOptions, 'store' | 'alters'>): Promise<void> => {
    const lines: string[] = [];
    const run = { seed, ops, minutes: 0, writers, ...options };
    const { writes, faults } = await judge(run, (line) => lines.push(line));
    expect(faults, lines.join('\n')).toEqual([]);
    expect(writes).toBeGreaterThanOrEqual(ops);
  };

  it('finds no contradictions with one instance and a file, and a call manager that alters one list in fifty', () =>
    judged({ store: 'sqlite', alters: true }));

  it.skipIf(lacksPostgres())('finds one story with two instances and PostgreSQL', () => judged({ store: 'postgres' }));
});
