import type { DeviceKind, DeviceSummary, NumberSummary } from './device.js';
import { compareDevices, compareNumbers, compareTexts } from './order.js';
import { type Sought, soughtIn } from './sought.js';

/** A suggestion for what a user has typed so far. */
export type Suggestion =
  | ({ readonly kind: 'number' } & NumberSummary)
  | ({ readonly kind: DeviceKind } & Pick<DeviceSummary, 'name' | 'description' | 'product' | 'model'>);

/** The most suggestions in one answer. */
export const mostSuggestions = 20;

/** The results for a text: at most `mostSuggestions` of each kind. */
export interface Suggestible {
  /** Directory numbers that begin with the text, or end with it, in any order. */
  readonly numbers: readonly NumberSummary[];
  /** Phones and profiles with the text in their name or description, in any order. */
  readonly devices: readonly DeviceSummary[];
}

function numbersMeant(numbers: readonly NumberSummary[], { number }: Sought): readonly NumberSummary[] {
  if (number === undefined) return numbers;
  const begin = numbers.filter(({ dirn }) => dirn.startsWith(number));
  if (begin.length > 0) return begin;
  return numbers.every(({ dirn }) => dirn === numbers[0]?.dirn) ? numbers : [];
}

/** @returns the directory number that suggestions are about, if it is only one, in one partition or several */
export function onlyNumberIn(
  suggestions: readonly { readonly kind: string; readonly dirn?: string }[],
): string | undefined {
  const dirns = new Set(
    suggestions.flatMap(({ kind, dirn }) => (kind === 'number' && dirn !== undefined ? [dirn] : [])),
  );
  return dirns.size === 1 ? [...dirns][0] : undefined;
}

/**
 * Numbers come first. If there are many of both kinds, each kind gets half of the places. A number that only ends with
 * the text is suggested if no number begins with it, and no other one ends with it.
 */
export function suggestionsOf({ numbers, devices }: Suggestible, text: string): Suggestion[] {
  const room = Math.max(mostSuggestions / 2, mostSuggestions - devices.length);
  const suggested: Suggestion[] = [...numbersMeant(numbers, soughtIn(text))]
    .sort((a, b) => compareNumbers(a, b) || compareTexts(a.description, b.description))
    .slice(0, room)
    .map((number) => ({ kind: 'number', ...number }));
  const rest = [...devices].sort(compareDevices).slice(0, mostSuggestions - suggested.length);
  return [
    ...suggested,
    ...rest.map(({ deviceKind: kind, name, description, product, model }) => {
      return { kind, name, description, product, model };
    }),
  ];
}
