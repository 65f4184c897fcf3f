import { signal } from '@preact/signals';
import { hashOf, type Place } from './place.js';
import { forgetWithUser } from './session.js';

/** What was looked up lately, the latest first; in memory alone. */
export const recent = signal<readonly Place[]>([]);

const most = 12;

export function remember(visited: Place): void {
  const others = recent.peek().filter((other) => hashOf(other) !== hashOf(visited));
  recent.value = [visited, ...others].slice(0, most);
}

forgetWithUser(() => {
  recent.value = [];
});
