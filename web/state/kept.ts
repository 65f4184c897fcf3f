import { type Dispatch, type StateUpdater, useLayoutEffect, useState } from 'preact/hooks';
import { hashOf, route } from './route.js';
import { clearWithUser, session, userSignedOut } from './session.js';

/**
 * What was typed and selected on pages when the user was signed out, by page and name. It is only in memory.
 */
const kept = new Map<string, unknown>();

const keyOf = (name: string): string => `${hashOf(route.peek())} ${name}`;

/**
 * Like `useState`, for typed text and selections. If the page or the service signs the user out, the user finds them again after coming back.
 * @param name unique among everything that is kept for a page
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

/** What was selected on pages, by page and name. The latest is at the end. It is only in memory. */
const staying = new Map<string, unknown>();

/** How many of the latest selections are kept. */
const mostStaying = 200;

/**
 * Like `useState`, for selections on a page. If the user leaves the page by a link and comes back, the selection is
 * still there.
 * @param name unique on the page
 * @param page the identity of the page; by default its whole address
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
      // After signing out by hand, nothing is kept.
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
