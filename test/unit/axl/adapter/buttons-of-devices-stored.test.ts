import { describe, expect, it } from 'vitest';
import { notRepresentable, StoredButtons } from '../../../../src/axl/adapter/buttons-of-devices.js';
import { type SpeedDial, speedDialRules as rules } from '../../../../src/domain/phone.js';
import { dial } from '../../../support/fake-port.js';
import { read } from '../../../support/read-xml.js';

const once = ['label', 'index'];

/** Stored buttons, each an entry and the text of its element. */
async function storedAs(...buttons: [shown: SpeedDial, text: string][]): Promise<StoredButtons<SpeedDial>> {
  return new StoredButtons(
    await Promise.all(buttons.map(async ([shown, text]) => ({ shown, element: await read(`<a>${text}</a>`) }))),
  );
}

describe('the buttons at an index', () => {
  it('are found in any spelling of the index, in the order in which they came', async () => {
    const stored = await storedAs([dial('1', 'a'), ''], [dial('2', 'b'), ''], [dial('01', 'c'), '']);
    expect(stored.at('001').map(({ shown }) => shown.dirn)).toEqual(['a', 'c']);
    expect(stored.at('2').map(({ shown }) => shown.dirn)).toEqual(['b']);
    expect(stored.at('3')).toEqual([]);
  });
});

describe('the button that stays', () => {
  const kept = async (
    text: string,
    more: [SpeedDial, string][] = [],
    stays = (shown: SpeedDial) => shown.dirn === '1',
  ) => {
    const stored = await storedAs([dial('7', '1'), text], ...more);
    return stored.keptFor({ rules, entry: dial('07', '1'), once }, stays);
  };

  it.each([
    '<label>a</label><index>7</index>',
    '<label/>\n <future><a/>\n</future><index>7</index>',
    'text alone',
    '<future>1</future><future>2</future>',
  ])('is sent as it was read: %j', async (text) => {
    expect((await kept(text))?.shown).toEqual(dial('7', '1'));
  });

  it('does not exist if another button, valid or not, is at the index', async () => {
    expect(await kept('\uFFFD', [], () => false)).toBeUndefined();
  });

  it.each([
    ['has characters that cannot be read', 'L\uFFFDrs'],
    ['has characters that cannot be read', '<label>a</label><future><a>\uFFFD</a></future>'],
    ['has text between its elements', 'x<label>a</label>'],
    ['has text between its elements', '<label>a</label><future><a>x<b/></a></future>'],
    ['has its label more than once', '<label>a</label><label>b</label><index>7</index>'],
    ['has its index more than once', '<label>a</label><index>7</index><index>7</index>'],
  ])('is refused if it %s: %j', async (why, text) => {
    await expect(kept(text)).rejects.toMatchObject({
      code: 'not-representable',
      message: expect.stringContaining(`The speed dial at index 07 ${why}, so`) as string,
      facts: { effect: 'none' },
    });
  });

  it('is refused if it is not the only one there', async () => {
    await expect(kept('', [[dial('7', '2'), '']])).rejects.toThrow('is not the only one there');
  });
});

it('buttons that cannot be written back are named by kind and index', () => {
  expect(notRepresentable(rules, dial(' 7 '), 'is odd').message).toMatch(/^The speed dial at index 7 is odd, so /);
});
