import { describe, expect, it, vi } from 'vitest';
import { Ending } from '../../../src/use-cases/ending.js';

describe('an ending', () => {
  it('is told once to all who listen', () => {
    const ending = new Ending();
    const listeners = [vi.fn(), vi.fn()];
    for (const listener of listeners) ending.listen(listener);
    expect(ending.over).toBe(false);
    ending.end();
    ending.end();
    expect(ending.over).toBe(true);
    for (const listener of listeners) expect(listener).toHaveBeenCalledTimes(1);
  });

  it('is told at once to who listens late, and is over by then', () => {
    const ending = new Ending();
    ending.listen(() => {
      expect(ending.over).toBe(true);
      const late = vi.fn();
      ending.listen(late);
      expect(late).toHaveBeenCalledTimes(1);
    });
    ending.end();
    expect.assertions(2);
  });

  it('is not told to who has left, even while others are told', () => {
    const ending = new Ending();
    const left = vi.fn();
    ending.listen(() => {
      ending.forget(left);
    });
    ending.listen(left);
    ending.end();
    expect(left).not.toHaveBeenCalled();
  });
});
