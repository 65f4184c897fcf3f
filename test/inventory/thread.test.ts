import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { inventoryThread, sqliteInventory } from '../../src/inventory/store/sqlite/sqlite-inventory.js';
import { root } from '../support/project.js';

it('a thread that starts slowly is there for later callers', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'inventory-'));
  // Nothing starts and loads the driver in so short a time.
  const thread = inventoryThread({ path: path.join(folder, 'inventory'), role: 'writer' }, 5);
  onTestFinished(async () => {
    await thread.close(1_000);
    rmSync(folder, { recursive: true });
  });
  await expect(thread.ask('now', [])).rejects.toMatchObject({ cause: 'slow' });
  const now = () => thread.ask('now', []).catch(() => undefined);
  await expect.poll(now, { timeout: 60_000, interval: 10 }).toBeTypeOf('number');
});

it('a thread that rests has ended, and starts again for the next task', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'inventory-'));
  const thread = inventoryThread({ path: path.join(folder, 'inventory'), role: 'writer' }, 60_000);
  onTestFinished(async () => {
    await thread.close(1_000);
    rmSync(folder, { recursive: true });
  });
  const others = openFiles(folder);
  await thread.ask('now', []);
  await expect.poll(() => openFiles(folder)).toBeGreaterThan(others);
  thread.rest();
  await expect.poll(() => openFiles(folder), { timeout: 60_000 }).toBe(others);
  await expect(thread.ask('now', [])).resolves.toBeTypeOf('number');
});

it.each([
  ['empty', ''],
  ['damaged', 'x'.repeat(8_192)],
])('a file that is %s is made anew by the writer for the reader', async (_, text) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'inventory-'));
  const file = path.join(folder, 'inventory');
  writeFileSync(file, text);
  const first = sqliteInventory(file);
  onTestFinished(async () => {
    await first.close();
    rmSync(folder, { recursive: true });
  });
  await expect(first.kept()).resolves.toMatchObject({ generation: 0 });
  await expect(first.claim('somebody', { betweenSweepsMs: 0 }, 0)).resolves.toMatchObject({ generation: 1 });
});

it.each(['store-thread', 'inventory-thread'])('%s loads little: not the code of the service itself', (thread) => {
  const files = new Set([`${thread}.js`]);
  let bytes = 0;
  for (const file of files) {
    const text = readFileSync(path.join(root, 'dist', file), 'utf8');
    bytes += text.length;
    for (const [, imported = ''] of text.matchAll(/\b(?:from|import)"\.\/([^"]+)"/g)) files.add(imported);
  }
  expect(files.size).toBeGreaterThan(1);
  expect(bytes).toBeLessThan(150_000);
});

/** How many files of a folder this process has open. */
function openFiles(folder: string): number {
  return readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(folder);
    } catch {
      return false; // It was closed in the meantime.
    }
  }).length;
}
