import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeStores, idsIn, open, startWriter, storeKinds } from './stores.js';

/** How often the writing process is killed; `npm run prove` kills it more often. */
const kills = Number(process.env['HISTORY_KILLS'] ?? 12);

/** It is killed after it was told that 0 to 4 changes are stored, and at most this many milliseconds later. */
const mostSettled = 4;
const mostMs = 20;

describe.each(storeKinds.filter(({ isLeftOut }) => !isLeftOut))('a process killed while it writes to $name', (kind) => {
  beforeAll(() => kind.start());
  afterAll(() => kind.stop());

  it(
    'loses nothing that it was told is stored, and leaves nothing in progress',
    { timeout: kills * 60_000 },
    async () => {
      const place = await kind.emptyPlace();
      const begun = new Set<string>();
      const settled = new Set<string>();
      let killedBetween = 0;
      // If the kill always happens between two changes, there are more kills.
      for (let kill = 0; kill < kills || (killedBetween === 0 && kill < 10 * kills); kill += 1) {
        const writer = startWriter(place, 'SEP000000000001', 'SEP000000000002', 'SEP000000000003');
        await writer.shown(new RegExp(`(open)(?:[^]*?settled){${kill % (mostSettled + 1)}}`));
        await new Promise((resolve) => setTimeout(resolve, Math.random() * mostMs));
        writer.kill('SIGKILL');
        const { output, signal } = await writer.ended;
        expect(signal, output).toBe('SIGKILL');
        const [ids, ended] = [idsIn(output, 'begun'), idsIn(output, 'settled')];
        for (const id of ids) begun.add(id);
        for (const id of ended) settled.add(id);
        killedBetween += ids.length > ended.length ? 1 : 0;
      }
      const store = await open(place);
      // A server needs a moment to notice that a client is gone.
      await expect
        .poll(async () => {
          await store.settleAbandoned();
          return (await store.list({}, 500)).changes.filter(({ change }) => change.state === 'running');
        })
        .toEqual([]);
      for (const id of begun) {
        const state = (await store.sent(id))?.state;
        if (settled.has(id)) expect(state).toBe('changed');
        else expect(['changed', 'uncertain']).toContain(state);
      }
      expect(settled.size).toBeGreaterThan(kills);
      expect(killedBetween).toBeGreaterThan(0);
      await closeStores();
    },
  );
});
