import { signal } from '@preact/signals';
import { failedCall } from '../calls/failed-call.js';
import { type Suggestion } from '../../src/client/index.js';
import type { Route } from './route.js';
import { client, clearWithUser, session } from './session.js';

/** What may be meant by what was typed, as far as the service has said so. */
export const suggested = signal<Suggested>({ text: '', found: [] });

interface Suggested {
  readonly text: string;
  readonly found: readonly Suggestion[];
  /** When it was read, in milliseconds since 1970, where it comes from the inventory. */
  readonly keptAt?: number | undefined;
}

/** So long nobody types before the service is asked, in milliseconds. */
const restMs = 300;

/**
 * What is only offered, and read anew where it leads to, may come from the inventory: so old, in seconds, and of any age
 * where the call manager does not answer.
 */
export const keptSearch = 'max-age=900, stale-if-error=604800';

/** Fewer characters may mean anything. */
export const fewestCharacters = 2;

let timer: ReturnType<typeof setTimeout> | undefined;
let wanted = '';
let isAsking = false;

/** Asks what a text may mean, once nobody types any more: one question at a time, and only the last one typed. */
export function suggestFor(typed: string): void {
  wanted = typed.trim();
  clearTimeout(timer);
  if (wanted.length >= fewestCharacters) timer = setTimeout(() => void ask(), restMs);
}

/** Lets what is not asked yet be. */
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
    // What was typed whole is found without it.
    failedCall(error);
    suggested.value = { text, found: [] };
  } finally {
    isAsking = false;
  }
  // What was typed since had to wait for the answer.
  if (wanted !== text) await ask();
}

/** @returns where a suggestion leads */
export function routeOf(suggestion: Suggestion): Route {
  return suggestion.kind === 'number'
    ? { at: 'number', dirn: suggestion.dirn }
    : { at: 'device', kind: suggestion.kind, name: suggestion.name };
}

clearWithUser(() => {
  suggestNothing();
  suggested.value = { text: '', found: [] };
});
