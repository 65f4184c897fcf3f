import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { attributes, readWhole, spread } from '../../../support/read-xml.js';

/**
 * The longest that reading held the event loop, in milliseconds; the best of three. Of each turn counts the clock's
 * time or the processor's, whichever is less: others who use the machine stretch the one, helping threads the other.
 */
async function heldFor(document: Buffer): Promise<number> {
  const held: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const turns = measuredTurns();
    await pause(5);
    await readWhole(document).catch(() => undefined);
    await pause(5);
    held.push(turns.longest());
  }
  return Math.min(...held);
}

/** Measures each turn of the event loop until it is asked for the longest. */
function measuredTurns(): { longest: () => number } {
  let longest = 0;
  let [clock, processor] = [performance.now(), process.cpuUsage()];
  const turn = () => {
    const { user, system } = process.cpuUsage(processor);
    longest = Math.max(longest, Math.min(performance.now() - clock, (user + system) / 1_000));
    [clock, processor] = [performance.now(), process.cpuUsage()];
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  return {
    longest: () => {
      clearImmediate(next);
      return longest;
    },
  };
}

describe('turns of the event loop', () => {
  it('are measured by turns: what holds the event loop shows', async () => {
    const turns = measuredTurns();
    await pause(5);
    for (const end = process.cpuUsage().user + 80_000; process.cpuUsage().user < end;);
    await pause(5);
    expect(turns.longest()).toBeGreaterThan(75);
  });

  it.each<[what: string, document: () => string]>([
    ['600,000 attributes of one element', () => `<a ${attributes(600_000)}/>`],
    ['600,000 attributes of many elements', () => spread(6_000, 100)],
    ['two million references to control characters', () => `<a>${'&#1;'.repeat(2_000_000)}</a>`],
    ['eight million control characters', () => `<a>${'\x01'.repeat(8_000_000)}</a>`],
    ['eight million bytes that are no UTF-8', () => `<a>${'\xFF'.repeat(8_000_000)}</a>`],
    ['a text of eight million characters, one of them unreadable', () => `<a>${'x'.repeat(8_000_000)}&#1;</a>`],
  ])('%s hold the event loop no longer than 50 ms', { timeout: 60_000, retry: 4 }, async (_what, document) => {
    expect(await heldFor(Buffer.from(document(), 'latin1'))).toBeLessThan(50);
  });
});
