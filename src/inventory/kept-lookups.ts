import type { KeyedDevice, NumberSummary } from '../domain/device.js';
import { compareButtons, compareNumbers } from '../domain/order.js';
import { suggestionsOf } from '../domain/suggestion.js';
import type { Aged, KeptLookups } from '../use-cases/lookups.js';
import { type InventoryStore, InventoryUnavailable, type KeptAnswer } from './store/inventory-store.js';

/** The lookups as the inventory answers them, in the orders of live answers. */
export function keptLookups(store: InventoryStore): KeptLookups {
  /** A store that cannot answer now knows nothing. */
  const asked = async <Value, Shown>(
    ask: () => Promise<KeptAnswer<Value> | undefined>,
    shown: (value: Value) => Shown | undefined,
    leftOut: (value: Value) => readonly KeyedDevice[] = () => [],
  ): Promise<Aged<Shown> | undefined> => {
    try {
      const answer = await ask();
      const value = answer && shown(answer.value);
      return answer && value !== undefined ? { value, ageMs: answer.ageMs, leftOut: leftOut(answer.value) } : undefined;
    } catch (thrown) {
      if (thrown instanceof InventoryUnavailable) return undefined;
      throw thrown;
    }
  };
  return {
    phones: (number) =>
      asked(
        () => store.phonesWith(number),
        (phones) => [...phones].sort(byName),
      ),
    device: async (device) => {
      const found = await asked(
        () => store.device(device),
        (phone) => ({ phone: phone ?? undefined }),
      );
      return found && { ...found, value: found.value.phone };
    },
    list: ({ device, kind }) =>
      asked(
        () => store.list(device, kind),
        (list) => list?.entries,
      ),
    lists: (device) =>
      asked(
        () => store.lists(device),
        (lists) => lists ?? undefined,
      ),
    devices: (search) =>
      asked(
        () => store.devices(search),
        (found) => found,
      ),
    suggestions: (text) => asked(() => store.suggest(text), suggestionsOf),
    numbers: (number) => asked(() => store.numbers(number), inOrder),
    buttons: (number) =>
      asked(
        () => store.buttonsTo(number),
        ({ buttons }) => [...buttons].sort(compareButtons),
        ({ unknown }) => unknown,
      ),
  };
}

/** @returns undefined where two would have to be told apart by how the call manager stores them: `\+49` and `+49` */
function inOrder(numbers: readonly NumberSummary[]): NumberSummary[] | undefined {
  const sorted = [...numbers].sort(compareNumbers);
  return sorted.some((one, position) => sorted[position + 1]?.partition === one.partition) ? undefined : sorted;
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}
