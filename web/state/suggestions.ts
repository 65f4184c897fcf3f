import { signal } from '@preact/signals';
import { failedCall } from '../calls/failed-call.js';
import { type Suggestion } from '../../src/client/index.js';
import { keptSearch } from '../../src/domain/sought.js';
import type { Route } from './route.js';
import { client, clearWithUser, session } from './session.js';

/** The service's suggestions for a typed text. */
export const suggested = signal<Suggested>({ text: '', found: [] });

interface Suggested {
  readonly text: string;
  readonly found: readonly Suggestion[];
  /** When it was read, in milliseconds since 1970, if it is from the inventory. */
  readonly keptAt?: number | undefined;
}

/** How long the user must pause before the service is asked, in milliseconds. */
const restMs = 300;

/** A shorter text may mean anything. */
export const fewestCharacters = 2;

let timer: ReturnType<typeof setTimeout> | undefined;
let wanted = '';
let isAsking = false;

/** Requests suggestions for a text when the user pauses: one request at a time, and only for the last text. */
export function suggestFor(typed: string): void {
  wanted = typed.trim();
  clearTimeout(timer);
  if (wanted.length >= fewestCharacters) timer = setTimeout(() => void ask(), restMs);
}

/** Drops a request that has not been sent yet. */
export function suggestNothing(): void {
  wanted = '';
  clearTimeout(timer);
}

async function ask(): Promise<void> {
  const text = wanted;
  if (isAsking || text === '' || text === suggested.peek().text || session.peek() === undefined) return;
  isAsking = true;
  try {
    let keptAt: number | undefined;
    const onAge = (seconds: number | undefined): void => {
      keptAt = seconds === undefined ? undefined : Date.now() - seconds * 1000;
    };
    const found = await client().suggest(text, { cacheControl: keptSearch, onAge });
    if (session.peek() !== undefined) suggested.value = { text, found, keptAt };
  } catch (error) {
    // A complete text is found without suggestions.
    failedCall(error);
    suggested.value = { text, found: [] };
  } finally {
    isAsking = false;
  }
  // Text that was typed since then had to wait for this answer, so ask for it now.
  if (wanted !== text) await ask();
}

/** @returns the page of a suggestion */
export function routeOf(suggestion: Suggestion): Route {
  return suggestion.kind === 'number'
    ? { at: 'number', dirn: suggestion.dirn }
    : { at: 'device', kind: suggestion.kind, name: suggestion.name };
}

clearWithUser(() => {
  suggestNothing();
  suggested.value = { text: '', found: [] };
});
