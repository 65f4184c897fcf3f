import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { responseLimits } from '../../../../src/axl/soap/xml-reader.js';
import { read, readWhole, refusalOf } from '../../../support/read-xml.js';

describe('bounds', () => {
  it('64 elements inside each other, and no more', async () => {
    const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth);
    expect((await read(nested(64))).name).toBe('a');
    expect(await refusalOf(nested(65))).toBe('the answer is nested too deeply');
    expect(await refusalOf('<a>'.repeat(10_000))).toBe('the answer is nested too deeply');
  });

  it('200,000 elements, and no more', async () => {
    const many = (count: number) => `<a>${'<b/>'.repeat(count - 1)}</a>`;
    expect((await read(many(200_000))).children).toHaveLength(199_999);
    expect(await refusalOf(many(200_001))).toBe('the answer has too many elements');
  });
});

describe('bounds on what is read in one go', () => {
  const attributes = (count: number) => Array.from({ length: count }, (_, place) => `a${place}=""`).join(' ');
  const spread = (elements: number, each: number) => `<a>${`<b ${attributes(each)}/>`.repeat(elements)}</a>`;

  it('100 attributes of one element, and no more', async () => {
    expect(Object.keys((await read(`<a ${attributes(100)}/>`)).attributes)).toHaveLength(100);
    expect(await refusalOf(`<a ${attributes(101)}/>`)).toBe('the answer has too many attributes');
  });

  it('400,000 attributes in all, and no more', async () => {
    expect((await read(spread(4_000, 100))).children).toHaveLength(4_000);
    expect(await refusalOf(spread(4_001, 100))).toBe('the answer has too many attributes');
  });

  it('100,000 unreadable characters, and no more', async () => {
    const most = responseLimits.unreadable;
    const reason = 'the answer has too many characters that cannot be read';
    for (const one of ['\x01', '&#1;']) {
      expect((await readWhole(`<a>${one.repeat(most)}</a>`)).unreadable.characters).toBe(most);
      expect(await refusalOf(`<a>${one.repeat(most + 1)}</a>`)).toBe(reason);
    }
  });

  /**
   * The longest that reading held the event loop, in milliseconds; the best of three. Of each turn counts the clock's
   * time or the processor's, whichever is less: others who use the machine stretch the one, helping threads the other.
   */
  async function heldFor(document: Buffer, charset?: string): Promise<number> {
    const held: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const turns = measuredTurns();
      await pause(5);
      await readWhole(document, charset).catch(() => undefined);
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
  ])('%s hold the event loop no longer than 50 ms', { timeout: 60_000 }, async (_what, document) => {
    expect(await heldFor(Buffer.from(document(), 'latin1'))).toBeLessThan(50);
  });
});
