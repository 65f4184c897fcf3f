import { describe, expect, it } from 'vitest';
import { speedDials } from '../../../../src/axl/adapter/speed-dials.js';
import { StoredButtons } from '../../../../src/axl/adapter/buttons-of-devices.js';
import { releaseTraits } from '../../../../src/axl/soap/releases.js';
import type { SpeedDial } from '../../../../src/domain/phone.js';
import { dial } from '../../../support/fake-port.js';
import { read } from '../../../support/read-xml.js';

const escaped = String.raw`\+49`;
const traits = releaseTraits['14.0'];

/** @param named the index of an entry that the caller has set by itself */
async function written(stored: SpeedDial, entry: SpeedDial, named?: string): Promise<unknown> {
  const { index, dirn, label } = stored;
  const element = await read(`<a><dirn>${dirn}</dirn><label>${label}</label><index>${index}</index><more/></a>`);
  const held = new StoredButtons([{ element, shown: speedDials.shown(element) }]);
  const [item] = speedDials.itemsOf([entry], held, traits, named);
  return item;
}

describe('a speed dial goes out', () => {
  it.each([
    ['as it is stored, where it stays', dial('01', escaped, 'a'), dial('1', '+49', 'a'), dial('01', escaped, 'a')],
    [
      'with its stored number under another label',
      dial('1', escaped, 'a'),
      dial('1', '+49', 'b'),
      dial('1', escaped, 'b'),
    ],
    [
      'with its stored number, given in either form',
      dial('1', '+49', 'a'),
      dial('1', escaped, 'b'),
      dial('1', '+49', 'b'),
    ],
    ['as it is given with another number', dial('1', escaped, 'a'), dial('01', '+48', 'a'), dial('01', '+48', 'a')],
    ['as it is given at another index', dial('1', escaped, 'a'), dial('2', '+49', 'a'), dial('2', '+49', 'a')],
  ])('%s', async (_how, stored, entry, item) => {
    expect(await written(stored, entry)).toEqual(item);
  });

  it.each([
    ['the same', dial('01', escaped, 'a'), dial('1', '+49', 'a')],
    ['relabelled', dial('1', escaped, 'a'), dial('01', '+49', 'b')],
    ['escaped now', dial('1', '+49', 'a'), dial('1', escaped, 'a')],
  ])('as it is given where the caller has written it by itself: %s', async (_how, stored, entry) => {
    expect(await written(stored, entry, '001')).toEqual(entry);
  });

  it('as it is stored if the caller has set another one by itself', async () => {
    const stored = dial('1', escaped, 'a');
    expect(await written(stored, dial('1', '+49', 'a'), '11')).toEqual(stored);
  });

  it('as given if the list was not read', () => {
    expect(speedDials.itemsOf([dial('1', '+49', 'a')], undefined, traits)).toEqual([dial('1', '+49', 'a')]);
  });
});
