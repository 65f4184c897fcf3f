import { describe, expect, it } from 'vitest';
import { RecentTimes } from '../../../../src/axl/admission/overload.js';

function learned(...times: number[]): RecentTimes {
  const recent = new RecentTimes();
  for (const ms of times) recent.learn(ms);
  return recent;
}

describe('recent times', () => {
  it('are unknown until a few have been seen', () => {
    expect(learned(5, 5, 5, 5, 5, 5, 5).usual).toBe(0);
    expect(learned(5, 5, 5, 5, 5, 5, 5, 5).usual).toBe(5);
    expect([learned().slow, learned(7, 3).slow]).toEqual([0, 7]);
  });

  it('are the median and a high quantile, without slow outliers', () => {
    const times = learned(9_000, 20, 21, 20, 22, 20, 19, 20);
    expect([times.usual, times.slow]).toEqual([20, 22]);
  });

  it('are forgotten as others come', () => {
    const times = learned(9_000, ...Array.from({ length: 16 }, () => 300));
    expect([times.usual, times.slow]).toEqual([300, 300]);
    const slowOnes = Array.from({ length: 16 }, () => 9_000);
    expect(learned(...slowOnes, ...Array.from({ length: 16 }, () => 300)).slow).toBe(300);
    const sixteen = Array.from({ length: 16 }, (_, place) => place + 1);
    expect([learned(...sixteen).usual, learned(...sixteen, 17).usual]).toEqual([8, 9]);
  });
});
