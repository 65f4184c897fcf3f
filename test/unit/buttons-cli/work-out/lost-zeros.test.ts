import { describe, expect, it } from 'vitest';
import { missingZeros } from '../../../../src/buttons-cli/work-out/lost-zeros.js';
import type { ListToSet } from '../../../../src/buttons-cli/work-out/worked-out.js';
import { rememberLists, speedDials, readerOf } from '../../../support/remembered-lists.js';

const dials = (numbers: readonly string[], label = '') =>
  numbers.map((dirn, place) => ({ index: String(place + 1), dirn, label }));

/** A plan for one device, from the numbers before to the numbers after. */
const list = (before: readonly string[], after: readonly string[], more: Partial<ListToSet> = {}): ListToSet => ({
  ...{ ...speedDials('A'), etag: '', before: dials(before), after: dials(after) },
  ...more,
});

/** What is said of a plan, if the call manager has these numbers; and the numbers that were looked up. */
async function said(lists: readonly ListToSet[], numbers: readonly string[] = []) {
  const { proxy } = rememberLists([]);
  const asked: string[] = [];
  proxy.findNumbers = (dirn) => {
    asked.push(dirn);
    return Promise.resolve(numbers.includes(dirn) ? [{ dirn, partition: '', description: '' }] : []);
  };
  const reader = readerOf({ proxy });
  return { text: await missingZeros(reader, lists), asked };
}

const oneIs = '1 new number is not known, but known with the leading zero that spreadsheets remove: ';

describe('a new number without its leading zeros', () => {
  it.each<[string, readonly ListToSet[], readonly string[], string]>([
    ['a directory number', [list([], ['4711'])], ['04711'], '4711 (04711); the first is on A'],
    ['the target of another button', [list(['04711'], ['04711', '4711'])], [], '4711 (04711); the first is on A'],
    ['the former target of its button', [list(['04711'], ['4711'])], [], '4711 (04711); the first is on A'],
    [
      'the target, with two zeros, of a button on another device',
      [list(['004711'], []), list([], ['4711'], { device: 'B' })],
      ...([[], '4711 (004711); the first is on B'] as const),
    ],
  ])('is reported if the number with them is %s', async (_, lists, numbers, names) => {
    expect((await said(lists, numbers)).text).toBe(oneIs + names);
  });

  it('is named with its first device, however many get it', async () => {
    const lists = ['B', 'A'].map((device) => list([], ['4711'], { device }));
    expect((await said(lists, ['04711'])).text).toBe(`${oneIs}4711 (04711); the first is on B`);
  });

  it.each<[string, ListToSet, readonly string[]]>([
    ['exists itself', list([], ['4711']), ['4711', '04711']],
    ['is on one of the devices', list(['4711', '1', '04711'], ['1', '4711', '04711']), []],
    ['does not exist with a zero either', list([], ['4711']), ['0', '4712']],
    ['exists only with two zeros, on no device of the change', list([], ['4711']), ['004711']],
    ['has a leading zero', list([], ['04711']), ['004711']],
    ['is one digit', list([], ['5']), ['05']],
    ['is not only digits', list([], ['4711#', '*47']), ['04711#', '0*47']],
    ['is removed', list(['4711'], []), ['04711']],
  ])('is not suspected if the number %s', async (_, given, numbers) => {
    expect((await said([given], numbers)).text).toBeUndefined();
  });

  it.each([
    [5, ''],
    [6, ' and others'],
  ])('is one of at most five that are named: of %i', async (count, more) => {
    const numbers = Array.from({ length: count }, (_, place) => `471${place}`);
    const zeros = numbers.map((number) => `0${number}`);
    expect((await said([list([], numbers)], zeros)).text).toBe(
      `${count} new numbers are not known, but known with the leading zero that spreadsheets remove: ` +
        `4710 (04710), 4711 (04711), 4712 (04712), 4713 (04713), 4714 (04714)${more}; the first is on A`,
    );
  });

  it('is only searched among the first thousand', async () => {
    const numbers = Array.from({ length: 1001 }, (_, place) => String(2000 + place));
    const { text, asked } = await said([list([], numbers)], ['03000']);
    expect([text, asked.length]).toEqual([undefined, 1000]);
  });

  it('is not searched for numbers that the devices have already', async () => {
    expect((await said([list(['4711'], ['4711', '1', '4711'])])).asked).toEqual([]);
  });
});
