import { describe, expect, it } from 'vitest';
import { Places } from '../../../../src/history/store/postgres/places.js';

const overloaded = { code: 'overloaded', facts: { effect: 'none' } };

describe('places', () => {
  it('are given in the order of arrival, so many at a time', async () => {
    const places = new Places(2);
    const { signal } = new AbortController();
    const order: number[] = [];
    const take = async (who: number) => {
      const leave = await places.take({ signal });
      order.push(who);
      return leave;
    };
    const taken = [1, 2, 3, 4].map(take);
    await Promise.all(taken.slice(0, 2));
    expect(order).toEqual([1, 2]);
    (await taken[1])?.();
    await taken[2];
    expect(order).toEqual([1, 2, 3]);
    for (const who of [0, 2, 3]) (await taken[who])?.();
    expect(order).toEqual([1, 2, 3, 4]);
    expect(await take(5)).toBeTypeOf('function');
  });

  it('are not waited for after the time is over, and nobody behind is forgotten', async () => {
    const places = new Places(1);
    const { signal } = new AbortController();
    const leave = await places.take({ signal });
    const hasty = new AbortController();
    const second = places.take({ signal: hasty.signal });
    const third = places.take({ signal });
    hasty.abort();
    await expect(second).rejects.toMatchObject(overloaded);
    await expect(places.take({ signal: hasty.signal })).rejects.toMatchObject(overloaded);
    leave();
    (await third)();
    expect(await places.take({ signal })).toBeTypeOf('function');
  });
});
