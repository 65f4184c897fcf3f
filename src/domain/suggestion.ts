import type { DeviceKind, DeviceSummary, NumberSummary } from './device.js';
import { dialledForm } from './identifiers.js';
import { compareDevices, compareNumbers, compareTexts } from './order.js';

/** A suggestion for what a user has typed so far. */
export type Suggestion =
  | ({ readonly kind: 'number' } & NumberSummary)
  | ({ readonly kind: DeviceKind } & Pick<DeviceSummary, 'name' | 'description' | 'product' | 'model'>);

/** The most suggestions in one answer. */
export const mostSuggestions = 20;

/** How many digits a text needs to be searched for as the beginning of a MAC address, in any spelling. */
export const fewestMacDigits = 4;

/** The results for a text: at most `mostSuggestions` of each kind. */
export interface Suggestible {
  /** Directory numbers that begin with the text, in any order. */
  readonly numbers: readonly NumberSummary[];
  /** Phones and profiles with the text in their name or description, in any order. */
  readonly devices: readonly DeviceSummary[];
}

/** @returns the text as the beginning of a directory number, as callers dial it; undefined if it cannot be one */
export function beginningIn(text: string): string | undefined {
  const dialled = dialledForm(text.replace(/[\s()./-]/g, ''));
  return /^\+?[0-9*#]+$/.test(dialled) ? dialled : undefined;
}

/** Numbers come first. If there are many of both kinds, each kind gets half of the places. */
export function suggestionsOf({ numbers, devices }: Suggestible): Suggestion[] {
  const room = Math.max(mostSuggestions / 2, mostSuggestions - devices.length);
  const suggested: Suggestion[] = [...numbers]
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
