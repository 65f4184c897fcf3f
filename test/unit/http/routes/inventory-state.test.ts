import { expect, it } from 'vitest';
import { ServiceError } from '../../../../src/domain/errors.js';
import { shownInventory } from '../../../../src/http/routes/inventory-state.js';

it('waits for no store of the inventory that hangs, and takes one that is away as nothing more than that', async () => {
  expect(await shownInventory({ state: () => new Promise(() => undefined) })).toBe(null);
  const away = new ServiceError('inventory-incomplete', { detail: 'away', effect: 'none' });
  expect(await shownInventory({ state: () => Promise.reject(away) })).toBe(null);
  expect(await shownInventory(undefined)).toBe(undefined);
});
