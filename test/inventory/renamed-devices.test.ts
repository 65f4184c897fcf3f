import { expect, it, onTestFinished } from 'vitest';
import { type ChangeList, createClient, type PhoneProxyClient } from '../../src/client/index.js';
import { call, speedDials } from '../support/axl-caller.js';
import { caller } from '../support/caller.js';
import { dial } from '../support/changes.js';
import { Dice } from '../support/dice.js';
import { environmentFor, startTestService } from '../support/test-service.js';
import { simulator, useSimulator } from '../support/use-simulator.js';
import { sweepAgain, useWatchers, watchers } from '../support/watching.js';

/**
 * Phones are renamed and exchange names, as when hardware is swapped, while this service and others change them and
 * sweeps run. The reported changes are compared with each device's real lists, by its key; then everything is undone.
 */

useSimulator();
useWatchers();

const steps = Number(process.env['RENAME_STEPS'] ?? 40);
const seed = Number(process.env['RENAME_SEED'] ?? 1);
const names = ['SEP00A1B2C30001', 'SEP00A1B2C30002', 'SEP00A1B2C30003', 'SEP00A1B2C30004'] as const;

interface Phone {
  readonly uuid: string;
  name: string;
  /** Every list that it had, as the label of its only speed dial, and who has set it. */
  readonly lists: { readonly label: string; readonly by: 'us' | 'others' | 'nobody' }[];
}

/** @returns a list as text: all its labels */
const labelOf = (list: readonly { readonly label: string }[] | null): string =>
  (list ?? []).map(({ label }) => label).join(' ');

async function others(operation: string, content: string): Promise<void> {
  expect((await call(simulator, operation, content)).status).toBe(200);
}

/** Changes phones at random, by this service or by others, and completes sweeps from time to time. */
async function disturb(client: PhoneProxyClient, phones: readonly Phone[], dice: Dice): Promise<void> {
  const rename = async (phone: Phone, to: string): Promise<void> => {
    await others('updatePhone', `<name>${phone.name}</name><newName>${to}</newName>`);
    phone.name = to;
  };
  const acts = [
    async (phone: Phone, other: Phone, step: number) => {
      const [one, two] = [phone.name, other.name];
      await rename(phone, `SEP0000000${String(10_000 + step)}`);
      await rename(other, one);
      if (dice.chance(0.5)) await rename(phone, two);
    },
    async (phone: Phone, _: Phone, step: number) => {
      await client.replaceSpeedDials(phone.name, [dial(1, '0100', `ours ${step}`)]);
      phone.lists.push({ label: `ours ${step}`, by: 'us' });
      // No answer is from a device that had this name before.
      const kept = await client.readSpeedDials(phone.name, { cacheControl: 'max-age=3600' });
      expect(labelOf(kept.entries)).toBe(`ours ${step}`);
    },
    async (phone: Phone, _: Phone, step: number) => {
      await others('updatePhone', `<name>${phone.name}</name>${speedDials(['1', '0100', `theirs ${step}`])}`);
      phone.lists.push({ label: `theirs ${step}`, by: 'others' });
    },
    async () => {
      await client.sweepInventory();
    },
    async () => {
      await sweepAgain(client, 60_000);
    },
  ] as const;
  for (let step = 0; step < steps; step += 1) {
    const phone = dice.pick(phones);
    await dice.pick(acts)(phone, dice.pick(phones.filter((one) => one !== phone)), step);
  }
  await sweepAgain(client, 60_000);
}

/** Whether a change made elsewhere is real: others have set `after` when the list was `before`, or later. */
function isTrue({ uuid, before, after }: ChangeList, phones: readonly Phone[]): boolean {
  const lists = phones.find((phone) => phone.uuid === uuid)?.lists ?? [];
  const at = lists.findLastIndex(({ label, by }) => by === 'others' && label === labelOf(after));
  if (at < 0) return false;
  return before === null || lists.slice(0, at).some(({ label }) => label === labelOf(before));
}

for (const [name, { instances, isLeftOut, address }] of Object.entries(watchers)) {
  it.skipIf(isLeftOut)(
    `reports and undoes only real changes, by the devices’ keys, with ${name}`,
    { timeout: 300_000 },
    async () => {
      const history = await address();
      const services = await Promise.all(
        Array.from({ length: instances }, () =>
          startTestService({
            ...environmentFor(simulator),
            ...{ DATABASE_URL: history, INVENTORY: 'on', INVENTORY_PAGES_PER_MINUTE: '600' },
          }),
        ),
      );
      onTestFinished(async () => {
        await Promise.all(services.map((service) => service.stop('the end of the test')));
      });
      const [client] = services.map(({ url }) =>
        createClient({ baseUrl: url, username: caller.name, password: caller.password }),
      );
      if (!client) throw new Error('no service was started');
      const phones: Phone[] = [];
      for (const phone of names) {
        const { uuid = '' } = (await client.findPhone(phone)) ?? {};
        const { entries } = await client.readSpeedDials(phone);
        phones.push({ uuid, name: phone, lists: [{ label: labelOf(entries), by: 'nobody' }] });
      }
      await sweepAgain(client, 60_000);
      await disturb(client, phones, new Dice(seed));

      const seen = (await client.listChanges({ source: 'elsewhere', limit: 500 })).changes;
      const told = seen.flatMap(({ lists }) => lists);
      expect(told.filter((change) => !isTrue(change, phones))).toEqual([]);
      // Each list of others that was there in a complete sweep, and still is, was reported.
      for (const { uuid, lists } of phones) {
        const last = lists.at(-1);
        if (last?.by !== 'others') continue;
        expect(told.filter((change) => change.uuid === uuid && labelOf(change.after) === last.label)).toHaveLength(1);
      }

      // Undone newest first: a successful undo was proved, and one that cannot be proved is refused.
      const all = (await client.listChanges({ limit: 500 })).changes;
      for (const { id, lists: of } of all) {
        const [list] = of;
        const phone = phones.find(({ uuid }) => uuid === list?.uuid);
        if (!list || !phone) continue;
        const undone = await client.undoChange(id).catch((thrown: unknown) => thrown);
        const lists = await Promise.all(
          phones.map(async (one) => ({ one, label: labelOf((await client.readSpeedDials(one.name)).entries) })),
        );
        const isDone = !(undone instanceof Error) && (undone as { readonly changed: boolean }).changed;
        if (isDone) phone.lists.push({ label: labelOf(list.before), by: 'us' });
        for (const { one, label } of lists) expect(label).toBe(one.lists.at(-1)?.label);
      }
    },
  );
}
