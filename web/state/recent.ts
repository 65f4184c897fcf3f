import { signal } from '@preact/signals';
import { hashOf, type Route } from './route.js';
import { clearWithUser } from './session.js';

/** Something that was looked up and found. */
export interface Visited {
  readonly to: Route;
  /** Whose number it is, or what the device is called; empty if that is not known. */
  readonly called: string;
}

/** Recent lookups, the latest first; only in memory. */
export const recent = signal<readonly Visited[]>([]);

const most = 12;

export function remember(to: Route, called: string): void {
  const others = recent.peek().filter((other) => hashOf(other.to) !== hashOf(to));
  recent.value = [{ to, called }, ...others].slice(0, most);
}

clearWithUser(() => {
  recent.value = [];
});
