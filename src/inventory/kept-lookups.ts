import type { KeyedDevice, NumberSummary } from '../domain/device.js';
import { compareButtons, compareNumbers } from '../domain/order.js';
import { suggestionsOf } from '../domain/suggestion.js';
import { sortedInTurns } from '../use-cases/in-turns.js';
import type { Aged, KeptLookups } from '../use-cases/lookups.js';
import { type FairReads, inventoryBusy } from './fair-reads.js';
import { StoreUnavailable } from '../store/problems.js';
import { type KeptAnswer } from './store/inventory-store.js';

/**
 * The lookups of the inventory, in the same orders as live answers. Pages of buttons are not among them: all pages of
 * one search must have the same order, and the inventory does not store the keys that define this order.
 */
export function keptLookups(reads: Pick<FairReads, 'of'>) {
  /** If the store cannot be reached, the answer is not known. If it is busy, the caller gets that error. */
  const asked = async <Value, Shown>(
    ask: () => Promise<KeptAnswer<Value> | undefined>,
    shown: (value: Value) => Shown | undefined | Promise<Shown>,
    leftOut: (value: Value) => readonly KeyedDevice[] = () => [],
  ): Promise<Aged<Shown> | undefined> => {
    try {
      const answer = await ask();
      const value = answer && (await shown(answer.value));
      return answer && value !== undefined ? { value, ageMs: answer.ageMs, leftOut: leftOut(answer.value) } : undefined;
    } catch (thrown) {
      if (!(thrown instanceof StoreUnavailable)) throw thrown;
      if (thrown.cause === 'slow') throw inventoryBusy();
      return undefined;
    }
  };
  return {
    phones: (number, asker) =>
      asked(
        () => reads.of(asker).phonesWith(number),
        (phones) => [...phones].sort(byName),
      ),
    device: async (device, asker) => {
      const found = await asked(
        () => reads.of(asker).device(device),
        (phone) => ({ phone: phone ?? undefined }),
      );
      return found && { ...found, value: found.value.phone };
    },
    list: ({ device, kind }, asker) =>
      asked(
        () => reads.of(asker).list(device, kind),
        (list) => list?.entries,
      ),
    lists: (device, asker) =>
      asked(
        () => reads.of(asker).lists(device),
        (lists) => lists ?? undefined,
      ),
    devices: (search, asker) =>
      asked(
        () => reads.of(asker).devices(search),
        (found) => found,
      ),
    suggestions: (text, asker) =>
      asked(
        () => reads.of(asker).suggest(text),
        (found) => suggestionsOf(found, text),
      ),
    numbers: (number, asker) => asked(() => reads.of(asker).numbers(number), inOrder),
    buttons: (number, asker) =>
      asked(
        () => reads.of(asker).buttonsTo(number),
        ({ buttons }) => sortedInTurns(buttons, compareButtons),
        ({ unknown }) => unknown,
      ),
  } satisfies KeptLookups;
}

/** @returns undefined if two numbers differ only in how the call manager stores them: `\+49` and `+49` */
function inOrder(numbers: readonly NumberSummary[]): NumberSummary[] | undefined {
  const sorted = [...numbers].sort(compareNumbers);
  return sorted.some((one, position) => sorted[position + 1]?.partition === one.partition) ? undefined : sorted;
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}
