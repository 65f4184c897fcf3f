import { signal } from '@preact/signals';
import { hashOf, type Route } from './route.js';
import { clearWithUser } from './session.js';

/** Recent lookups, the latest first; only in memory. */
export const recent = signal<readonly Route[]>([]);

const most = 12;

export function remember(visited: Route): void {
  const others = recent.peek().filter((other) => hashOf(other) !== hashOf(visited));
  recent.value = [visited, ...others].slice(0, most);
}

clearWithUser(() => {
  recent.value = [];
});
