import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { Inventory, PhoneProxyClient, Status } from '../../../src/client/index.js';
import { status } from '../../../web/state/health.js';
import { inventory, readInventory } from '../../../web/state/inventory.js';
import { session, signOut } from '../../../web/state/session.js';
import { problem } from '../changes/problems.js';

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

  it('is loaded again after a sweep, and after lists were changed', async () => {
    let asked = 0;
    const readInventory = () => Promise.resolve({ ...kept, buttons: (asked += 1) });
    session.value = { user: 'olivia', client: { readInventory } as unknown as PhoneProxyClient };
    await expect.poll(() => inventory.value?.buttons).toBe(1);
    for (const listsToCheck of [0, 0, 3]) status.value = { inventory: { listsToCheck } } as Status;
    await expect.poll(() => inventory.value?.buttons).toBe(3);
    expect(asked).toBe(3);
    for (const asOf of ['2026-03-04T05:06:07Z', '2026-03-04T05:06:07Z', '2026-03-04T06:06:07Z'])
      status.value = { inventory: { asOf } } as Status;
    await expect.poll(() => inventory.value?.buttons).toBe(5);
    expect(asked).toBe(5);
  });

  it('is unknown if it could not be loaded', async () => {
    session.value = { user: 'olivia', client: keeping(kept) };
    await expect.poll(() => inventory.value).toBe(kept);
    session.value = { user: 'olivia', client: keeping(problem(404, 'inventory-off')) };
    await expect.poll(() => inventory.value).toBeUndefined();
  });

  it.each([kept, problem(404, 'inventory-off')])(
    'is not shown to another user who signed in meanwhile: %s',
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
