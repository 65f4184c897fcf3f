import { describe, expect, it } from 'vitest';
import { busyLampFields } from '../../../../src/axl/adapter/busy-lamp-fields.js';
import { StoredButtons } from '../../../../src/axl/adapter/buttons-of-devices.js';
import { type Release, releaseTraits } from '../../../../src/axl/soap/releases.js';
import { writeElement, type XmlElement } from '../../../../src/axl/soap/xml.js';
import type { BusyLampField } from '../../../../src/domain/busy-lamp-field.js';
import { read } from '../../../support/read-xml.js';

const lamp = (content: string) => read(`<busyLampField>${content}</busyLampField>`);
const features = (...names: string[]) =>
  `<associatedBlfSdFeatures>${names.map((name) => `<feature>${name}</feature>`).join('')}</associatedBlfSdFeatures>`;

/** The sent text of an entry, if a device has a stored one. */
async function written(stored: string, entry: BusyLampField, release: Release = '14.0'): Promise<string> {
  const element = await lamp(stored);
  const held = new StoredButtons([{ element, shown: busyLampFields.shown(element) }]);
  const [item] = busyLampFields.itemsOf([entry], held, releaseTraits[release]);
  return (item as XmlElement[]).map(writeElement).join('');
}

const common = { index: '1', label: 'a', pickup: false };
const escaped = String.raw`\+49`;
const tail = '<label>a</label><index>1</index>';

describe('a busy lamp field is shown', () => {
  it.each<[string, BusyLampField]>([
    [`<blfDest>0</blfDest>${tail}`, { ...common, destination: '0' }],
    [`<blfDest> 0 </blfDest><blfDirn/>${tail}`, { ...common, destination: ' 0 ' }],
    [`<blfDest>0</blfDest><blfDirn>1</blfDirn>${tail}`, { ...common, destination: '0' }],
    [`<blfDest> </blfDest><blfDirn> </blfDirn>${tail}`, { ...common, destination: '' }],
    [
      `<blfDest>\n</blfDest><blfDirn>1</blfDirn><routePartition> </routePartition>${tail}`,
      { ...common, dirn: '1', partition: '' },
    ],
    [`<blfDirn>1</blfDirn><routePartition> P </routePartition>${tail}`, { ...common, dirn: '1', partition: ' P ' }],
  ])('by its only target that is not blank: %s', async (content, shown) => {
    expect(busyLampFields.shown(await lamp(content))).toEqual(shown);
  });

  it.each([
    [features('Pickup'), true],
    [features('Other', '\n Pickup '), true],
    [features('pickup'), false],
    ['<associatedBlfSdFeatures><other>Pickup</other></associatedBlfSdFeatures>', false],
    ['<feature>Pickup</feature>', false],
  ])('with pickup where its features name it: %s', async (content, pickup) => {
    expect(busyLampFields.shown(await lamp(`<blfDest>0</blfDest>${content}${tail}`))).toMatchObject({ pickup });
  });
});

describe('an entry that stays', () => {
  const hidden = '<asciiLabel>h</asciiLabel>';

  it.each([
    [`<blfDest>\\+49</blfDest>`, { ...common, destination: '+49' }],
    [`<blfDest>+49</blfDest>`, { ...common, destination: String.raw`\+49` }],
    [`<blfDirn>+49</blfDirn><routePartition>P</routePartition>`, { ...common, dirn: String.raw`\+49`, partition: 'P' }],
  ])('is recognized by its target in either form: %s', async (target, entry) => {
    expect(await written(`${target}${hidden}${tail}`, entry)).toBe(`${target}${hidden}${tail}`);
  });

  it('is not found if it has another target', async () => {
    const target = '<blfDirn>1</blfDirn><routePartition>P</routePartition>';
    const others = [
      { ...common, dirn: '2', partition: 'P' },
      { ...common, dirn: '1', partition: 'Q' },
      { ...common, destination: '1' },
    ];
    for (const entry of others) expect(await written(`${target}${hidden}${tail}`, entry)).not.toContain(hidden);
    expect(await written(`<blfDest>0</blfDest>${hidden}${tail}`, { ...common, destination: '1' })).not.toContain(
      hidden,
    );
  });

  it('is refused if it has both targets', async () => {
    const both = '<blfDest>0</blfDest><blfDirn>1</blfDirn>';
    await expect(written(`${both}${tail}`, { ...common, destination: '0' })).rejects.toMatchObject({
      code: 'not-representable',
      message: expect.stringContaining('at index 1 has both a destination and a number') as string,
    });
  });

  it('with a number has a partition, even if it is empty', async () => {
    expect(await written(`<blfDirn>1</blfDirn>${tail}`, { ...common, dirn: '1', partition: '' })).toBe(
      `<blfDirn>1</blfDirn>${tail}<routePartition></routePartition>`,
    );
  });

  it('has no label if it had none', async () => {
    const stored = '<blfDest>0</blfDest><index>1</index>';
    expect(await written(stored, { ...common, destination: '0', label: '' })).toBe(stored);
  });

  it('keeps text that only looks like the feature', async () => {
    const other = '<other>Pickup</other>';
    const stored = `<blfDest>0</blfDest>${tail}<associatedBlfSdFeatures>${other}</associatedBlfSdFeatures>`;
    expect(await written(stored, { ...common, destination: '0', pickup: true })).toBe(
      stored.replace(other, `${other}<feature>Pickup</feature>`),
    );
  });

  it('is sent without the unused target if that is blank', async () => {
    const [dest, dirn] = ['<blfDest> </blfDest>', '<blfDirn>1</blfDirn>'];
    const partition = '<routePartition></routePartition>';
    expect(await written(`${dest}${dirn}${partition}${tail}`, { ...common, dirn: '1', partition: '' })).toBe(
      `${dirn}${partition}${tail}`,
    );
    const blank = '<blfDirn/><routePartition>\n</routePartition>';
    expect(await written(`<blfDest>0</blfDest>${blank}${tail}`, { ...common, destination: '0' })).toBe(
      `<blfDest>0</blfDest>${tail}`,
    );
  });

  it.each([
    ['10.5', '<blfDest></blfDest><blfDirn></blfDirn>'],
    ['14.0', '<blfDest></blfDest>'],
  ] as const)('without a target has what AXL %s needs', async (release, targets) => {
    expect(await written(tail, { ...common, destination: '' }, release)).toBe(`${tail}${targets}`);
  });

  it('gets a label if it had none', async () => {
    expect(await written('<blfDest>0</blfDest><index>1</index>', { ...common, destination: '0', label: 'b' })).toBe(
      '<blfDest>0</blfDest><index>1</index><label>b</label>',
    );
  });

  it.each([
    [features('Other'), true, features('Other', 'Pickup')],
    [features('Other', ' Pickup '), false, features('Other')],
    ['', true, features('Pickup')],
    [features('Pickup'), false, ''],
    [features(), false, features()],
    [features(' Pickup '), true, features(' Pickup ')],
  ])('keeps its other features: %s, pickup %s', async (before, pickup, after) => {
    const target = '<blfDest>0</blfDest><label>a</label><index>1</index>';
    expect(await written(`${target}${before}`, { ...common, destination: '0', pickup })).toBe(`${target}${after}`);
  });
});

describe('a new entry', () => {
  it.each([
    ['10.5', '<blfDirn></blfDirn>'],
    ['14.0', ''],
  ] as const)('has the elements that AXL %s needs, even if the list was not read', (release, dirn) => {
    const entries: BusyLampField[] = [
      { ...common, destination: '+49' },
      { ...common, dirn: '+49', partition: 'P', pickup: true },
    ];
    const items = busyLampFields.itemsOf(entries, undefined, releaseTraits[release]);
    expect(items.map((item) => (item as XmlElement[]).map(writeElement).join(''))).toEqual([
      `<blfDest>+49</blfDest>${dirn}${tail}`,
      `<blfDirn>${escaped}</blfDirn><routePartition>P</routePartition><label>a</label>${features('Pickup')}<index>1</index>`,
    ]);
  });

  it.each(['1+2', '0100'])('keeps its number unless it starts with a plus: %s', async (dirn) => {
    expect(await written('', { ...common, dirn, partition: '' })).toBe(
      `<blfDirn>${dirn}</blfDirn><routePartition></routePartition>${tail}`,
    );
  });
});
