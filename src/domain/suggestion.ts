import type { DeviceKind, DeviceSummary, NumberSummary } from './device.js';
import { dialledForm } from './identifiers.js';
import { compareDevices, compareNumbers, compareTexts } from './order.js';

/** What someone may have meant who has typed the beginning of something. */
export type Suggestion =
  | ({ readonly kind: 'number' } & NumberSummary)
  | ({ readonly kind: DeviceKind } & Pick<DeviceSummary, 'name' | 'description' | 'product' | 'model'>);

/** How many suggestions one answer holds. */
export const mostSuggestions = 20;

/** From how many digits on a text is looked for as the beginning of a MAC address, in any spelling. */
export const fewestMacDigits = 4;

/** What was found for a text: at most `mostSuggestions` of each. */
export interface Suggestible {
  /** Directory numbers that begin so, in any order. */
  readonly numbers: readonly NumberSummary[];
  /** Phones and profiles whose name or description holds the text, in any order. */
  readonly devices: readonly DeviceSummary[];
}

/** @returns the beginning of a directory number, as callers dial it, that a text may be; undefined for other texts */
export function beginningIn(text: string): string | undefined {
  const dialled = dialledForm(text.replace(/[\s()./-]/g, ''));
  return /^\+?[0-9*#]+$/.test(dialled) ? dialled : undefined;
}

/** Numbers come first; of either as many as there is room for, and half at least where there are so many. */
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
