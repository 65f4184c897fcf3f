import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { take } from '../../../../src/history/store/postgres/advisory-lock.js';
import type { Client } from '../../../../src/history/store/postgres/driver.js';

describe('the lock of a device that somebody else has', () => {
  it('is not waited for by a caller who left while the server was told how long to wait', async () => {
    const caller = new AbortController();
    const answers: readonly (() => Promise<unknown>)[] = [
      () => Promise.resolve([{ rows: [{ taken: 'false' }] }, { rowCount: 0 }]),
      () => {
        caller.abort();
        return Promise.resolve();
      },
      () => new Promise(() => undefined),
    ];
    let asked = 0;
    const client = { escapeLiteral: String, query: () => answers[asked++]?.() } as unknown as Client;
    const deadline = performance.now() + 60_000;
    const waiting = take(client, 'phone/sep1', { deadline: () => deadline, signal: caller.signal });
    const outcome = waiting.then(
      () => 'taken',
      (thrown: unknown) => (thrown as { code?: string }).code,
    );
    expect(await Promise.race([outcome, sleep(1_000).then(() => 'still waiting')])).toBe('overloaded');
    expect(asked).toBe(3);
  });
});
