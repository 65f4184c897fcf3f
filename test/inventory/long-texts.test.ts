import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../src/client/index.js';
import { caller } from '../support/caller.js';
import { residentMb } from '../support/process-memory.js';
import { startServiceProcess } from '../support/service-process.js';
import { serviceSettings } from '../support/test-service.js';
import { dialRow, numberRow, openTables, phoneRow } from './table-backend.js';

/** Texts as long as a hostile call manager may make them, and callers who ask for as much as allowed. */

const phones = 2_000;
/** The longest text that is stored, in characters of three bytes. */
const longest = '漢'.repeat(1_000);
const longestPage = 2_100_000;

describe('a service whose call manager has very long texts', () => {
  it('answers five callers in pages of 2 MB, each finding once, with little memory', { timeout: 300_000 }, async () => {
    const { tables } = await openTables();
    tables.tables.numplan = [numberRow(1, '1000')];
    tables.tables.device = Array.from({ length: phones }, (_, n) => phoneRow(n + 1, { description: longest }));
    // Two buttons of each phone have the same target. Some have a label of 100 kB.
    tables.tables.speeddial = tables.tables.device.flatMap((_, n) => [
      dialRow(n + 1, 1, '1000', n % 40 === 0 ? 'z'.repeat(100_000) : `${n}`),
      dialRow(n + 1, 2, '1000', longest),
    ]);
    const folder = mkdtempSync(path.join(tmpdir(), 'inventory-'));
    const service = await startServiceProcess({
      ...serviceSettings(tables.url),
      ...{ DATABASE_URL: `sqlite:${path.join(folder, 'history')}`, INVENTORY: 'on', INVENTORY_PAGES_PER_MINUTE: '600' },
    });
    onTestFinished(async () => {
      service.process.kill('SIGKILL');
      await service.process.ended;
      rmSync(folder, { recursive: true });
    });
    const { url, process: running } = service;
    const client = createClient({ baseUrl: url, username: caller.name, password: caller.password });
    await expect
      .poll(async () => (await client.readInventory()).state, { timeout: 240_000, interval: 500 })
      .toBe('whole');

    const authorization = `Basic ${Buffer.from(`${caller.name}:${caller.password}`).toString('base64')}`;
    const read = async (): Promise<readonly string[]> => {
      const ids: string[] = [];
      for (let query: string | undefined = '?limit=500'; query !== undefined;) {
        const response: Response = await fetch(`${url}/findings${query}`, { headers: { authorization } });
        const text = await response.text();
        expect([response.status, Buffer.byteLength(text) <= longestPage]).toEqual([200, true]);
        ids.push(...(JSON.parse(text) as { readonly id: string }[]).map(({ id }) => id));
        query = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
      }
      return ids;
    };
    const before = residentMb(running.pid).now;
    const answers = await Promise.all(Array.from({ length: 5 }, read));
    for (const ids of answers)
      expect([ids.length, new Set(ids).size]).toEqual([(phones * 39) / 40, (phones * 39) / 40]);
    // Each page is made once for each caller; nothing else grows.
    expect(residentMb(running.pid).most).toBeLessThan(Math.max(before, 200) + 100);
    // The client uses the same links.
    const { findings, next } = await client.listFindings({ limit: 500 });
    expect([findings.length < 500, next === undefined]).toEqual([true, false]);
    const second = await client.listFindings({ limit: 500, after: next });
    expect([...findings, ...second.findings].map(({ id }) => id)).toEqual(
      answers[0]?.slice(0, findings.length + second.findings.length),
    );
  });
});
