import { expect, it } from 'vitest';
import { useSimulator } from '../support/use-simulator.js';
import { openInventory, openStore } from './inventories.js';

useSimulator();

it('sweeps again if that is requested while a sweep is ending', async () => {
  const store = await openStore.sqlite();
  const { inventory } = await openInventory(store);
  const publish = store.publish.bind(store);
  store.publish = async (...sweep) => {
    store.publish = publish;
    await publish(...sweep);
    inventory.sweepNow();
  };
  inventory.start();
  await expect.poll(async () => (await inventory.state()).kept.generation, { timeout: 60_000 }).toBe(2);
});
