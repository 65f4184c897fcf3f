import { beforeEach, describe, expect, it } from 'vitest';
import type { PhoneProxyClient } from '../../../src/client/index.js';
import { knownNumbers, knownPartitions, namesOf } from '../../../web/state/known-numbers.js';
import { session, signOut } from '../../../web/state/session.js';
import { problem } from '../changes/problems.js';
import { withOtherCalls } from '../../support/other-calls.js';

describe('a number that is looked up', () => {
  let asked: string[];
  /** The partitions in the call manager. */
  let partitions: string[];
  let isBusy: boolean;

  beforeEach(() => {
    signOut();
    [asked, partitions, isBusy] = [[], ['PT-A', 'PT-B'], false];
    const client = {
      findNumbers: (dirn: string) => {
        asked.push(dirn);
        if (isBusy) return Promise.reject(problem(503, 'overloaded'));
        return Promise.resolve(partitions.map((partition) => ({ dirn, partition, description: `Owner of ${dirn}` })));
      },
    } as unknown as PhoneProxyClient;
    session.value = { user: 'olivia', client: withOtherCalls(client) };
    return signOut;
  });

  it('is loaded once, and its partitions are known', async () => {
    await Promise.all([knownNumbers('2001'), knownNumbers('2001')]);
    await knownNumbers('2002');
    expect(asked).toEqual(['2001', '2002']);
    expect([...knownPartitions.value]).toEqual(['2001', '2002'].map((dirn) => [dirn, partitions]));
  });

  it('is loaded again if it was not found, or could not be loaded', async () => {
    partitions = [];
    await knownNumbers('2001');
    isBusy = true;
    await expect(knownNumbers('2001')).rejects.toMatchObject({ code: 'overloaded' });
    isBusy = false;
    await knownNumbers('2001');
    expect(asked).toHaveLength(3);
    expect([...knownPartitions.value]).toEqual([['2001', []]]);
  });

  it('has the descriptions of its lines, in one partition or in any', () => {
    const numbers = [
      { dirn: '2001', partition: 'PT-A', description: 'Anna Lindgren' },
      { dirn: '2001', partition: 'PT-B', description: 'Anna Berg' },
      { dirn: '2001', partition: 'PT-C', description: 'Anna Berg' },
    ];
    expect(namesOf(numbers, 'PT-B')).toBe('Anna Berg');
    expect(namesOf(numbers, '')).toBe('Anna Lindgren / Anna Berg');
    expect(namesOf([], 'PT-A')).toBe('');
  });

  it('is forgotten when the user signs out, or if there are too many', async () => {
    for (let dirn = 0; dirn < 501; dirn += 1) await knownNumbers(String(dirn));
    expect(knownPartitions.value.size).toBe(1);
    await knownNumbers('0');
    expect(asked).toHaveLength(502);
    signOut();
    expect(knownPartitions.value.size).toBe(0);
  });
});
