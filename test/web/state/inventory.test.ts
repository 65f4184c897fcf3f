import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { Inventory, PhoneProxyClient } from '../../../src/client/index.js';
import { inventory, readInventory } from '../../../web/state/inventory.js';
import { session, signOut } from '../../../web/state/session.js';
import { problem } from '../runs/lists-in-memory.js';

const kept = { state: 'whole', phones: 7 } as Inventory;

/** A client whose service has this inventory, or fails. */
function keeping(answer: Inventory | Error): PhoneProxyClient {
  const readInventory = () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer));
  return { readInventory } as unknown as PhoneProxyClient;
}

describe('the inventory', () => {
  afterEach(() => {
    signOut();
  });
  // The module loads it in every session, also in those of other tests.
  afterAll(() => {
    vi.resetModules();
  });

  it('is loaded at the sign-in, and forgotten when the user signs out', async () => {
    session.value = { user: 'olivia', client: keeping(kept) };
    await expect.poll(() => inventory.value).toBe(kept);
    signOut('idle');
    expect(inventory.value).toBe(kept);
    signOut();
    expect(inventory.value).toBeUndefined();
    readInventory();
    expect(inventory.value).toBeUndefined();
  });

  it('is unknown if it could not be loaded', async () => {
    session.value = { user: 'olivia', client: keeping(kept) };
    await expect.poll(() => inventory.value).toBe(kept);
    session.value = { user: 'olivia', client: keeping(problem(404, 'inventory-off')) };
    await expect.poll(() => inventory.value).toBeUndefined();
  });

  it.each([kept, problem(404, 'inventory-off')])(
    'is not told to somebody else who came meanwhile: %s',
    async (answer) => {
      const other = { state: 'filling' } as Inventory;
      session.value = { user: 'olivia', client: keeping(answer) };
      session.value = { user: 'peter', client: keeping(other) };
      await expect.poll(() => inventory.value).toBe(other);
      await new Promise((resolve) => setTimeout(resolve));
      expect(inventory.value).toBe(other);
    },
  );
});
