import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { DocumentParser } from '../../../../src/axl/soap/xml-reader.js';
import { attributes, readWhole, spread } from '../../../support/read-xml.js';

/**
 * The longest block of the event loop by the reader, as a multiple of the time of a search through eight million
 * characters on this machine at the same moment; the best of three. Each turn counts its clock time or its processor
 * time, whichever is less: other programs lengthen the first, helper threads the second.
 */
async function heldFor(document: Buffer): Promise<number> {
  const held: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const search = processorMs(() => /\d/.test('x'.repeat(8_000_000)));
    const turns = measuredTurns();
    await pause(5);
    await readWhole(document).catch(() => undefined);
    await pause(5);
    held.push(turns.longest() / search);
  }
  return Math.min(...held);
}

function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, (user + system) / 1_000);
}

/** @returns how many characters were read in each turn of the event loop */
async function charactersByTurn(document: Buffer): Promise<number[]> {
  const characters: number[] = [0];
  const turn = (): void => {
    characters.push(0);
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  // oxlint-disable-next-line typescript/unbound-method -- it is called on the parser that it was asked of
  const { write } = DocumentParser.prototype;
  const written = vi.spyOn(DocumentParser.prototype, 'write').mockImplementation(function (this: DocumentParser, text) {
    characters.push((characters.pop() ?? 0) + text.length);
    write.call(this, text);
  });
  try {
    await readWhole(document).catch(() => undefined);
  } finally {
    clearImmediate(next);
    written.mockRestore();
  }
  return characters;
}

/** Measures each turn of the event loop until the longest is read. */
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

const documents: readonly (readonly [what: string, document: () => string])[] = [
  ['600,000 attributes of one element', () => `<a ${attributes(600_000)}/>`],
  ['600,000 attributes of many elements', () => spread(6_000, 100)],
  ['two million references to control characters', () => `<a>${'&#1;'.repeat(2_000_000)}</a>`],
  ['eight million control characters', () => `<a>${'\x01'.repeat(8_000_000)}</a>`],
  ['eight million bytes that are no UTF-8', () => `<a>${'\xFF'.repeat(8_000_000)}</a>`],
  ['a text of eight million characters, one of them unreadable', () => `<a>${'x'.repeat(8_000_000)}&#1;</a>`],
];

describe('turns of the event loop', () => {
  it('are measured: code that blocks the event loop is visible', async () => {
    const turns = measuredTurns();
    await pause(5);
    for (const end = process.cpuUsage().user + 80_000; process.cpuUsage().user < end;);
    await pause(5);
    expect(turns.longest()).toBeGreaterThan(75);
  });

  it.each(documents)('%s are read in many turns of at most 64 KB each', async (_what, document) => {
    const characters = await charactersByTurn(Buffer.from(document(), 'latin1'));
    expect(Math.max(...characters)).toBeLessThanOrEqual(64 * 1024);
    expect(Math.max(...characters)).toBeGreaterThan(0);
  });

  it.each(documents)(
    '%s block the event loop for at most the time of some searches',
    { timeout: 60_000 },
    async (_what, document) => {
      expect(await heldFor(Buffer.from(document(), 'latin1'))).toBeLessThan(20);
    },
  );
});
