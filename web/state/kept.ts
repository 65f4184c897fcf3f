import { type Dispatch, type StateUpdater, useLayoutEffect, useState } from 'preact/hooks';
import { hashOf, route } from './route.js';
import { clearWithUser, isLocked, session, userSignedOut } from './session.js';

/** What was typed and chosen on pages when somebody was signed out or the page locked, by page and name; in memory alone. */
const kept = new Map<string, unknown>();

const keyOf = (name: string): string => `${hashOf(route.peek())} ${name}`;

/**
 * Like `useState`, of what is typed or chosen: whoever is signed out by the page or the service, or finds the page locked, and comes back, finds
 * it again.
 * @param name its own among everything that is kept of a page
 */
export function useKept<Value>(name: string, first: Value): [Value, Dispatch<StateUpdater<Value>>] {
  const [value, setValue] = useState(() => (take(name) as Value | undefined) ?? first);
  useLayoutEffect(
    () => () => {
      const isAway = session.peek() === undefined || isLocked.peek();
      if (isAway && userSignedOut() !== undefined) kept.set(keyOf(name), value);
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

/** What was chosen on pages, by page and name, the latest at the end; in memory alone. */
const staying = new Map<string, unknown>();

/** Of so many choices the latest are kept. */
const mostStaying = 200;

/**
 * Like `useState`, of what is chosen on a page to look at it and work with it: who leaves the page by a link, and comes
 * back, finds it again.
 * @param name its own among everything of a page
 * @param page what the page is known by; without, its whole address
 */
export function useStaying<Value>(
  name: string,
  first: Value,
  page = hashOf(route.peek()),
): [Value, Dispatch<StateUpdater<Value>>] {
  const [key] = useState(`${page} ${name}`);
  const [value, setValue] = useState(() => (staying.has(key) ? (staying.get(key) as Value) : first));
  useLayoutEffect(
    () => () => {
      // Who has signed out by hand leaves nothing.
      if (userSignedOut() === undefined) return;
      staying.delete(key);
      staying.set(key, value);
      for (const oldest of [...staying.keys()].slice(0, -mostStaying)) staying.delete(oldest);
    },
    [key, value],
  );
  return [value, setValue];
}

clearWithUser(() => {
  kept.clear();
  staying.clear();
});
