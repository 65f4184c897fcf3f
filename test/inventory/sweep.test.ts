import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { dialledForm } from '../../src/domain/identifiers.js';
import { boundless, callContext } from '../support/call-context.js';
import { lacksPostgres } from '../support/postgres-server.js';
import { root } from '../support/project.js';
import { simulator, useSimulator } from '../support/use-simulator.js';
import { usePostgres } from '../support/use-postgres.js';
import { openInventory, openStore } from './inventories.js';

const stores = ['sqlite', 'postgres'] as const;

interface SeededDevice {
  readonly speedDials?: readonly unknown[];
  readonly busyLampFields?: readonly unknown[];
}
/** The simulator's data: its own view of its state shows only phones. */
const company = JSON.parse(readFileSync(path.join(root, 'fixtures/company.json'), 'utf8')) as {
  readonly devices: readonly SeededDevice[];
};

function buttonsOf({ speedDials = [], busyLampFields = [] }: SeededDevice): number {
  return speedDials.length + busyLampFields.length;
}

for (const kind of stores) {
  describe.skipIf(kind === 'postgres' && lacksPostgres())(`a sweep kept with ${kind}`, () => {
    if (kind === 'postgres') usePostgres();
    useSimulator();

    it('has every phone, number and button as the call manager shows them live', async () => {
      const opened = await openInventory(await openStore[kind]());
      const { store, backend, inventory } = opened;
      await expect.poll(async () => (await inventory.state()).state, { timeout: 60_000 }).toBe('filling');
      expect(await store.phonesWith('4019')).toBeUndefined();
      inventory.start();
      await expect.poll(async () => (await inventory.state()).state, { timeout: 60_000 }).toBe('whole');
      const lines = simulator.state().flatMap((device) => device.lines);
      const numbers = new Set(lines.map(({ pattern }) => dialledForm(pattern)));
      expect(numbers.size).toBeGreaterThan(5);
      for (const number of numbers) {
        const ask = callContext();
        expect(inOrder((await store.phonesWith(number))?.value)).toEqual(
          inOrder(await backend.callManager.findPhones(number, ask, boundless)),
        );
        expect(inOrder((await store.buttonsTo(number))?.value.buttons)).toEqual(
          inOrder(await backend.callManager.findButtons(number, ask, boundless)),
        );
        expect(inOrder((await store.numbers(number))?.value)).toEqual(
          inOrder(await backend.callManager.findNumbers(number, ask)),
        );
      }
      const { kept } = await inventory.state();
      expect(kept.buttons).toBe(company.devices.reduce((sum, device) => sum + buttonsOf(device), 0));
    });
  });
}

/** As texts, in any order of entries and of their properties. */
function inOrder(list: readonly object[] | undefined): string[] | undefined {
  return list
    ?.map((entry) => JSON.stringify(entry, Object.keys({ ...entry, index: 0, dirn: 0, label: 0 }).sort()))
    .sort();
}
