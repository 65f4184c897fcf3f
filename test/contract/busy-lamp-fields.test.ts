import { describe, expect, it } from 'vitest';
import type { BusyLampField } from '../../src/domain/busy-lamp-field.js';
import { callContext } from '../support/call-context.js';
import { type Change, entriesIn, key, phone, profile, startWithLamps } from '../support/lamps-backend.js';

/** The parts of a busy lamp field that this interface does not show must not be lost if the list is replaced. */

const lamp = (content: string): string => `<busyLampField>${content}</busyLampField>`;
const numberLamp = (index: string, more = '') =>
  lamp(
    `<blfDest/><blfDirn>2001</blfDirn><routePartition>PT</routePartition><label>Lars</label>${more}<index>${index}</index>`,
  );
const unchanged: Change = (present) => present;
const relabel =
  (index: string, label: string): Change =>
  (present) =>
    present.map((entry) => (entry.index === index ? { ...entry, label } : entry));

/**
 * As a call manager may give them: with hidden parts, in any order, with all forms of empty elements. [read, written]
 */
function thirtyFour(): [read: string, written: string][] {
  return Array.from({ length: 34 }, (_, place): [string, string] => {
    const index = `<index>${place + 1}</index>`;
    const label = `<label>&lt;Büro&gt; &amp; ${place}</label>`;
    const ascii = `<asciiLabel>Buero ${place}</asciiLabel>`;
    const pickup = '<associatedBlfSdFeatures><feature>Pickup</feature></associatedBlfSdFeatures>';
    const number = `<blfDirn>\\+1408555${place}</blfDirn><routePartition>PT-${place}</routePartition>`;
    switch (place % 5) {
      case 0:
        return [`<blfDest/>${number}${label}${ascii}${pickup}${index}`, `${number}${label}${ascii}${pickup}${index}`];
      case 1:
        return [
          `<blfDest>sip:${place}@x</blfDest><blfDirn/><routePartition/>${label}${index}`,
          `<blfDest>sip:${place}@x</blfDest>${label}${index}`,
        ];
      case 2:
        return [
          `${index}${label}${ascii}<blfDirn>${place}</blfDirn>`,
          `<blfDirn>${place}</blfDirn><routePartition></routePartition>${label}${ascii}${index}`,
        ];
      case 3:
        return [
          `<blfDest></blfDest>${number}<label/><associatedBlfSdFeatures><feature>Other</feature><feature>Pickup</feature>` +
            `<more><deep>1</deep></more></associatedBlfSdFeatures><future><a>1</a><a/></future><future>2</future>${index}`,
          `${number}<label></label><associatedBlfSdFeatures><feature>Other</feature><feature>Pickup</feature>` +
            `<more><deep>1</deep></more></associatedBlfSdFeatures><future><a>1</a><a></a></future><future>2</future>${index}`,
        ];
      default:
        return [
          `<blfDest>\\+4989${place}</blfDest>${label}<associatedBlfSdFeatures/>${index}`,
          `<blfDest>\\+4989${place}</blfDest>${label}<associatedBlfSdFeatures></associatedBlfSdFeatures>${index}`,
        ];
    }
  }).map(([read, written]) => [lamp(read), lamp(written)]);
}

describe('34 busy lamp fields, one of which gets another label', () => {
  it.each([phone, profile])(
    'keep the other 33 byte for byte, and the hidden parts of the one: $kind',
    async (device) => {
      const lamps = thirtyFour();
      const { stored, change } = await startWithLamps(lamps.map(([read]) => read));
      expect(await change(relabel('11', 'Petra & Co'), device)).toBe(key);
      const written = lamps.map(([, one]) => one);
      const wanted = written.with(10, (written[10] ?? '').replace('&lt;Büro&gt; &amp; 10', 'Petra &amp; Co'));
      expect(wanted[10]).toContain('<asciiLabel>Buero 10</asciiLabel>');
      expect(entriesIn(stored.lamps)).toEqual(wanted);
      // The written list reads back as the same list, and is written as the same text again.
      await change(relabel('11', 'Petra'), device);
      expect(entriesIn(stored.lamps).toSpliced(10, 1)).toEqual(wanted.toSpliced(10, 1));
    },
  );

  it('are read completely in one request without returnedTags, and written with only the name and the list', async () => {
    const { fake, change } = await startWithLamps(thirtyFour().map(([read]) => read));
    await change(relabel('11', 'Petra'));
    const [read, update, ...more] = fake.exchanges;
    expect(more).toEqual([]);
    expect([read?.operation, update?.operation]).toEqual(['getPhone', 'updatePhone']);
    expect(read?.body).toMatch(/<xsd1:getPhone [^>]*><name>SEP00A1B2C30001<\/name><\/xsd1:getPhone>/);
    expect(update?.body).toMatch(
      /<xsd1:updatePhone [^>]*><name>SEP00A1B2C30001<\/name><busyLampFields>.*<\/busyLampFields><\/xsd1:updatePhone>/s,
    );
  });
});

describe('an entry that stays', () => {
  const other = '<associatedBlfSdFeatures><feature>Other</feature></associatedBlfSdFeatures>';
  const both = '<associatedBlfSdFeatures><feature>Other</feature><feature>Pickup</feature></associatedBlfSdFeatures>';
  const pickup = '<associatedBlfSdFeatures><feature>Pickup</feature></associatedBlfSdFeatures>';
  const withPickup =
    (wanted: boolean): Change =>
    (present) =>
      present.map((entry) => ({ ...entry, pickup: wanted }));

  it.each([
    ['gets the pickup beside its other features', other, true, both],
    ['loses the pickup alone', both, false, other],
    ['gets its first feature', '', true, pickup],
    ['gets a feature in an empty list', '<associatedBlfSdFeatures/>', true, pickup],
    ['loses its only feature', pickup, false, ''],
  ])('%s', async (_what, before, wanted, after) => {
    const { stored, change } = await startWithLamps([numberLamp('1', before)]);
    await change(withPickup(wanted));
    expect(stored.lamps).toBe(numberLamp('1', after).replace('<blfDest/>', ''));
  });

  it('keeps a partition beside a destination, although it has no meaning there', async () => {
    const content = '<blfDest>0</blfDest><routePartition>PT</routePartition><label>a</label><index>1</index>';
    const { stored, change } = await startWithLamps([lamp(content)]);
    await change(unchanged);
    expect(stored.lamps).toBe(lamp(content));
  });

  it('gets a label in the right place if it had none', async () => {
    const { stored, change } = await startWithLamps([lamp('<index>1</index><blfDest>0</blfDest>')]);
    await change(relabel('1', 'Zero'));
    expect(stored.lamps).toBe(lamp('<blfDest>0</blfDest><label>Zero</label><index>1</index>'));
  });

  it('has the same index, in any spelling, and the same target: with another target it is new', async () => {
    const hidden = '<asciiLabel>hidden</asciiLabel>';
    const read = ['1', '2', '3', '4'].map((index) => numberLamp(index, hidden));
    const { stored, change } = await startWithLamps(read);
    const entry = { dirn: '2001', partition: 'PT', label: 'Lars', pickup: false };
    await change(() => [
      { ...entry, index: '01' },
      { ...entry, index: '2', dirn: '2002' },
      { ...entry, index: '3', partition: '' },
      { index: '4', destination: '2001', label: 'Lars', pickup: false },
    ]);
    expect(entriesIn(stored.lamps).map((text) => text.includes(hidden))).toEqual([true, false, false, false]);
    expect(entriesIn(stored.lamps)[0]).toContain('<index>1</index>');
  });

  it('has its number in the stored form, and is shown as it is dialed', async () => {
    const { stored, change } = await startWithLamps([
      lamp(String.raw`<blfDest/><blfDirn>\+1408</blfDirn><routePartition/><label>a</label><index>1</index>`),
      lamp(String.raw`<blfDest>\+49</blfDest><label>b</label><index>2</index>`),
    ]);
    let shown: readonly BusyLampField[] = [];
    await change((present) => {
      shown = present;
      return present.map((entry) => ({ ...entry, label: 'c' }));
    });
    expect(shown).toEqual([
      { index: '1', dirn: '+1408', partition: '', label: 'a', pickup: false },
      { index: '2', destination: '+49', label: 'b', pickup: false },
    ]);
    expect(stored.lamps).toContain(
      String.raw`<blfDirn>\+1408</blfDirn><routePartition></routePartition><label>c</label>`,
    );
    expect(stored.lamps).toContain(String.raw`<blfDest>\+49</blfDest><label>c</label>`);
  });

  it('without any target is shown as a free-form one without a destination', async () => {
    const { callManager } = await startWithLamps([
      lamp('<blfDest/><blfDirn/><routePartition/><label>gone</label><index>7</index>'),
    ]);
    const held = await callManager.buttons.busylampfield.read(phone, callContext());
    expect(held.entries).toEqual([{ index: '7', destination: '', label: 'gone', pickup: false }]);
  });
});

describe('a new entry', () => {
  it.each(['10.5', '14.0'])('is sent in the form that AXL %s accepts', async (release) => {
    const { stored, change } = await startWithLamps([], {}, release);
    await change(() => [
      { index: '1', dirn: '+14085554019', partition: 'PT', label: '<A> & B', pickup: true },
      { index: '02', destination: '+49 "x"', label: '', pickup: false },
    ]);
    expect(entriesIn(stored.lamps)).toEqual([
      lamp(
        String.raw`<blfDirn>\+14085554019</blfDirn><routePartition>PT</routePartition><label>&lt;A&gt; &amp; B</label>` +
          '<associatedBlfSdFeatures><feature>Pickup</feature></associatedBlfSdFeatures><index>1</index>',
      ),
      lamp(
        `<blfDest>+49 "x"</blfDest>${release === '10.5' ? '<blfDirn></blfDirn>' : ''}<label></label><index>02</index>`,
      ),
    ]);
  });

  it.each(['10.5', '14.0'])('of each form can be combined with kept ones of each form in AXL %s', async (release) => {
    const { stored, change } = await startWithLamps(
      [numberLamp('1'), lamp('<blfDest>0</blfDest><blfDirn/><routePartition/><label/><index>2</index>')],
      {},
      release,
    );
    await change(unchanged);
    const dirn = release === '10.5' ? '<blfDirn></blfDirn>' : '';
    expect(entriesIn(stored.lamps)[0]).toBe(numberLamp('1').replace('<blfDest/>', ''));
    expect(entriesIn(stored.lamps)[1]).toBe(lamp(`<blfDest>0</blfDest>${dirn}<label></label><index>2</index>`));
  });
});

describe('an entry that cannot be written back as it was read', () => {
  const cases: readonly (readonly [what: string, lamps: readonly string[], words: string])[] = [
    ['an unreadable label', [numberLamp('3').replace('Lars', 'L\uFFFDrs')], 'has characters that cannot be read'],
    ['an unreadable control character', [numberLamp('3').replace('Lars', 'L&#x1F;rs')], 'cannot be read'],
    ['something hidden and unreadable', [numberLamp('3', '<asciiLabel>&#x0;</asciiLabel>')], 'cannot be read'],
    ['two targets', [numberLamp('3').replace('<blfDest/>', '<blfDest>0</blfDest>')], 'both a destination and a number'],
    ['its label twice', [numberLamp('3', '<label>Petra</label>')], 'has its label more than once'],
    ['another one at its index', [numberLamp('3'), numberLamp('03')], 'is not the only one there'],
    ['text between its elements', [numberLamp('3', '<future>x<a/></future>')], 'has text between its elements'],
  ];

  it.each(cases)('because of %s is refused, and nothing is sent', async (_what, lamps, words) => {
    const { fake, stored, change } = await startWithLamps([numberLamp('1'), ...lamps]);
    const before = stored.lamps;
    const refused = {
      code: 'not-representable',
      facts: { effect: 'none', detail: expect.stringContaining(words) as string },
    };
    await expect(change(relabel('1', 'Petra'))).rejects.toMatchObject(refused);
    await expect(change(relabel('3', 'Petra'))).rejects.toThrow('The busy lamp field at index 3');
    expect(stored.lamps).toBe(before);
    expect(fake.exchanges.map(({ operation }) => operation)).toEqual(['getPhone', 'getPhone']);
  });

  it.each(cases)('because of %s may be removed, or replaced by one with another target', async (_what, lamps) => {
    const { stored, change } = await startWithLamps([numberLamp('1'), ...lamps]);
    await change((present) => [
      ...present.filter(({ index }) => index === '1'),
      { index: '3', dirn: '2002', partition: '', label: '', pickup: false },
    ]);
    expect(entriesIn(stored.lamps)).toHaveLength(2);
    await change((present) => present.filter(({ index }) => index === '1'));
    expect(entriesIn(stored.lamps)).toEqual([numberLamp('1').replace('<blfDest/>', '')]);
  });
});

describe('a list of busy lamp fields', () => {
  it('is shown in numeric order by one request that names the shown elements', async () => {
    const { fake, callManager } = await startWithLamps([numberLamp('10'), numberLamp('9')]);
    const held = await callManager.buttons.busylampfield.read(phone, callContext());
    expect(held.entries.map(({ index }) => index)).toEqual(['9', '10']);
    expect(held.uuid).toBe(key);
    expect(fake.exchanges).toHaveLength(1);
    expect(fake.exchanges[0]?.body).toContain('</class><busyLampFields><busyLampField><blfDest>');
  });

  it('is never replaced without reading it', async () => {
    const { fake, callManager } = await startWithLamps([numberLamp('1')]);
    const { busylampfield } = callManager.buttons;
    await expect(busylampfield.replace(phone, [], undefined, callContext())).rejects.toThrow('was not read');
    expect(fake.exchanges).toEqual([]);
  });
});
