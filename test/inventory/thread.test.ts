import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { InventoryThread } from '../../src/inventory/store/sqlite/inventory-thread.js';

it('a thread that takes long to start is there for those who ask later', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'inventory-'));
  // Nothing is started, and loads the driver, in so short a time.
  const thread = new InventoryThread({ path: path.join(folder, 'inventory'), role: 'writer' }, 5);
  onTestFinished(async () => {
    await thread.close();
    rmSync(folder, { recursive: true });
  });
  await expect(thread.ask('now')).rejects.toMatchObject({ cause: 'slow' });
  const now = (): Promise<unknown> => thread.ask('now').catch(() => undefined);
  await expect.poll(now, { timeout: 60_000, interval: 10 }).toBeTypeOf('number');
});

it('a thread that rests has ended, and is there again for the next task', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'inventory-'));
  const thread = new InventoryThread({ path: path.join(folder, 'inventory'), role: 'writer' }, 60_000);
  onTestFinished(async () => {
    await thread.close();
    rmSync(folder, { recursive: true });
  });
  const others = openFiles(folder);
  await thread.ask('now');
  await expect.poll(() => openFiles(folder)).toBeGreaterThan(others);
  thread.rest();
  await expect.poll(() => openFiles(folder), { timeout: 60_000 }).toBe(others);
  await expect(thread.ask('now')).resolves.toBeTypeOf('number');
});

/** How many files of a folder this process has open. */
function openFiles(folder: string): number {
  return readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(folder);
    } catch {
      return false; // It was closed meanwhile.
    }
  }).length;
}
