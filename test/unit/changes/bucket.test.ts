import { expect, it } from 'vitest';
import { takenFrom } from '../../../src/changes/store/bucket.js';

const [minuteMs, hourMs] = [60_000, 3_600_000];
const now = Date.UTC(2026, 0, 3);

/** What is taken from a bucket with some lists in it, after a time. */
const taken = (tokens: number, afterMs: number, perHour = 5_000, most = 10) =>
  takenFrom({ tokens, time: now }, { perHour, most, now: now + afterMs });

it('gives what is in it, as many as are asked for, and keeps the rest', () => {
  expect(taken(500, 0)).toEqual({ given: { lists: 10, againMs: 0 }, left: { tokens: 490, time: now } });
  expect(taken(3.5, 0)).toEqual({ given: { lists: 3, againMs: 0 }, left: { tokens: 0.5, time: now } });
});

it('is filled by as many an hour as are allowed, up to 500', () => {
  expect(taken(0, minuteMs, 600).given.lists).toBe(10);
  expect(taken(0, minuteMs, 60).given.lists).toBe(1);
  expect(taken(0, hourMs, 5_000, 1_000).given.lists).toBe(500);
});

it('says when there is one again, a minute later at the latest', () => {
  expect(taken(0, 0, 3_600).given).toEqual({ lists: 0, againMs: 1_000 });
  expect(taken(-5, 0, 3_600).given).toEqual({ lists: 0, againMs: 6_000 });
  expect(taken(-400, 0, 1).given).toEqual({ lists: 0, againMs: minuteMs });
});

it('gets no more than 500 from a clock that jumps ahead, and goes on at once after one that jumps back', () => {
  expect(taken(0, 365 * 24 * hourMs, 5_000, 1_000).given.lists).toBe(500);
  const back = taken(0, -365 * 24 * hourMs);
  expect(back.given.lists).toBe(0);
  const later = takenFrom(back.left, { perHour: 5_000, most: 10, now: back.left.time + minuteMs });
  expect(later.given.lists).toBe(10);
});

it('is not in debt for longer than callers’ writes could fill it', () => {
  expect(taken(-10_000, 0, 5_000).left.tokens).toBe(-500);
});
