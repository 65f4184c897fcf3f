import { describe, expect, it } from 'vitest';
import { recent, remember } from '../../../web/state/recent.js';
import type { Route } from '../../../web/state/route.js';
import { signOut } from '../../../web/state/session.js';

const number = (dirn: number): Route => ({ at: 'number', dirn: String(dirn) });

describe('recent lookups', () => {
  it('are the last twelve, each once, the latest first, until the user signs out', () => {
    signOut();
    for (let dirn = 1; dirn <= 13; dirn += 1) remember(number(dirn), 'Anna');
    remember(number(5), 'Anna');
    expect(recent.value.map(({ to }) => to)).toEqual([5, 13, 12, 11, 10, 9, 8, 7, 6, 4, 3, 2].map(number));
    signOut();
    expect(recent.value).toEqual([]);
  });
});
