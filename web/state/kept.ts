import { type Dispatch, type StateUpdater, useLayoutEffect, useState } from 'preact/hooks';
import { hashOf, route } from './route.js';
import { clearWithUser, session, userSignedOut } from './session.js';

/** What was typed and chosen on pages when somebody was signed out, by page and name; in memory alone. */
const kept = new Map<string, unknown>();

const keyOf = (name: string): string => `${hashOf(route.peek())} ${name}`;

/**
 * Like `useState`, of what is typed or chosen: whoever is signed out by the page or the service, and comes back, finds
 * it again.
 * @param name its own among everything that is kept of a page
 */
export function useKept<Value>(name: string, first: Value): [Value, Dispatch<StateUpdater<Value>>] {
  const [value, setValue] = useState(() => (take(name) as Value | undefined) ?? first);
  useLayoutEffect(
    () => () => {
      if (session.peek() === undefined && userSignedOut() !== undefined) kept.set(keyOf(name), value);
    },
    [value],
  );
  return [value, setValue];
}

function take(name: string): unknown {
  const value = kept.get(keyOf(name));
  kept.delete(keyOf(name));
  return value;
}

clearWithUser(() => {
  kept.clear();
});
