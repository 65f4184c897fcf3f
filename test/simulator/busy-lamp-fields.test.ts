import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { companySeed } from '../../src/simulator/state/seed.js';
import { call, inside, texts } from '../support/axl-caller.js';
import { simulator, useSimulator } from '../support/use-simulator.js';

const reception = 'SEP00A1B2C30100';

useSimulator();

const get = async (tags = '', where = simulator) =>
  (await call(where, 'getPhone', `<name>${reception}</name>${tags}`)).body;
const update = (fields: string, version = '14.0', where = simulator) =>
  call(where, 'updatePhone', `<name>${reception}</name><busyLampFields>${fields}</busyLampFields>`, { version });
const shown = (where = simulator) => where.state().find(({ name }) => name === reception)?.busyLampFields ?? [];

/** One entry, with its elements in the schema's order. */
function field(...elements: readonly (readonly [name: string, content: string])[]): string {
  return `<busyLampField>${elements.map(([name, content]) => `<${name}>${content}</${name}>`).join('')}</busyLampField>`;
}

const onLine = (index: string, dirn: string, partition: string, label: string) =>
  field(['blfDirn', dirn], ['routePartition', partition], ['label', label], ['index', index]);
const freeForm = (index: string, destination: string) => field(['blfDest', destination], ['index', index]);

describe('getPhone shows busy lamp fields', () => {
  it('with both kinds of target, one of them empty', async () => {
    const fields = inside(await get(), 'busyLampFields') ?? '';
    expect(fields.match(/<busyLampField>/g)).toHaveLength(34);
    expect(fields).toContain(
      '<busyLampField><blfDest/><blfDirn>6150</blfDirn><routePartition>PT-Internal</routePartition>' +
        '<label>Lars Ek</label><associatedBlfSdFeatures><feature>Pickup</feature></associatedBlfSdFeatures>' +
        '<index>32</index></busyLampField>',
    );
    expect(fields).toContain(
      String.raw`<busyLampField><blfDest>\+498955500777</blfDest><blfDirn/><routePartition/>` +
        '<label>Werk Augsburg</label><associatedBlfSdFeatures/><index>29</index></busyLampField>',
    );
  });

  it('with the parts in returnedTags, or with all if it names none', async () => {
    const collection = (tags: string) => `<returnedTags><busyLampFields>${tags}</busyLampFields></returnedTags>`;
    const everything = inside(await get(), 'busyLampFields');
    for (const tags of ['', '<busyLampField/>']) {
      expect(inside(await get(collection(tags)), 'phone')).toBe(`<busyLampFields>${everything ?? ''}</busyLampFields>`);
    }
    const some = await get(collection('<busyLampField><label/><index/></busyLampField>'));
    expect(inside(some, 'busyLampField')).toBe('<label>Agneta Rask</label><index>1</index>');
    expect(texts(some, 'index')).toHaveLength(34);
  });
});

describe('updatePhone replaces busy lamp fields', () => {
  it('as a whole, and keeps lines, speed dials and names', async () => {
    const before = await get();
    const { status, body } = await update(
      onLine('3', '6130', 'PT-München', ' Groß & <klein> '.replace('&', '&amp;').replace('<', '&lt;')) +
        freeForm('1', 'a@b.example') +
        field(
          ['blfDest', String.raw`\+491`],
          ['blfDirn', ''],
          ['associatedBlfSdFeatures', '<feature>Pickup</feature>'],
          ['index', '2'],
        ),
    );
    expect([status, inside(body, 'axlmessage')]).toEqual([200, undefined]);
    const line = { destination: '', dirn: '6130', routePartition: 'PT-München', pickup: false };
    const free = { dirn: '', routePartition: '', label: '' };
    expect(shown()).toEqual([
      { index: 3, ...line, label: ' Groß & <klein> ' },
      { index: 1, ...free, destination: 'a@b.example', pickup: false },
      { index: 2, ...free, destination: String.raw`\+491`, pickup: true },
    ]);
    const after = await get();
    for (const part of ['lines', 'speeddials', 'description']) expect(inside(after, part)).toBe(inside(before, part));
    expect(simulator.stats().updatesApplied).toBe(1);
  });

  it('so that a single entry removes the others, an empty list all, and an absent one nothing', async () => {
    await call(simulator, 'updatePhone', `<name>${reception}</name><speeddials/>`);
    expect(shown()).toHaveLength(34);
    await update(onLine('1', '6101', 'PT-Internal', 'x'));
    expect(shown()).toHaveLength(1);
    await update('');
    expect(shown()).toEqual([]);
    expect(inside(await get(), 'phone')).toContain('<busyLampFields/>');
  });

  it('and, with one label changed, keeps the other 33 unchanged', async () => {
    const before = shown();
    const fields = (inside(await get(), 'busyLampFields') ?? '')
      .replaceAll(/<blfDest\/>|<blfDirn\/><routePartition\/>|<associatedBlfSdFeatures\/>/g, '')
      .replace('<label>Lars Ek</label>', '<label>Petra Sandström</label>');
    expect((await update(fields)).status).toBe(200);
    expect(shown()).toEqual(
      before.map((entry) => (entry.index === 32 ? { ...entry, label: 'Petra Sandström' } : entry)),
    );
  });

  it('reading only blfDest if both are given', async () => {
    const both = field(
      ['blfDest', '77'],
      ['blfDirn', '6101'],
      ['routePartition', 'PT-Internal'],
      ['label', 'x'],
      ['index', '1'],
    );
    await update(both);
    expect(shown()).toMatchObject([{ destination: '77', dirn: '', routePartition: '' }]);
  });

  it('finding a line without a partition', async () => {
    await update(field(['blfDirn', '5555'], ['index', '1']) + onLine('2', '5555', '', 'x'));
    expect(shown().map(({ dirn, routePartition }) => [dirn, routePartition])).toEqual([
      ['5555', ''],
      ['5555', ''],
    ]);
  });

  const feature = (text: string) =>
    field(['blfDest', '1'], ['associatedBlfSdFeatures', `<feature>${text}</feature>`], ['index', '1']);
  const refused: readonly [what: string, fields: string, axlCode: string, words?: string][] = [
    ['an index twice', freeForm('1', '1') + freeForm('01', '2'), '-239'],
    ['an index of 0', freeForm('0', '1'), '5003', 'the index must be from 1 to 199'],
    ['an index of 200', freeForm('200', '1'), '5003'],
    ['an empty index', freeForm('', '1'), '5003'],
    ['no index', '<busyLampField><blfDest>1</blfDest></busyLampField>', '-1', "'{index}' is expected"],
    ['no target', field(['label', 'x'], ['index', '1']), '5003', 'a destination or a directory number is required'],
    ['an empty target', field(['blfDest', ''], ['index', '1']), '5003'],
    [
      'an empty blfDest beside a line, because it alone is read',
      field(['blfDest', ''], ['blfDirn', '6101'], ['routePartition', 'PT-Internal'], ['index', '1']),
      '5003',
    ],
    [
      'an unknown line',
      onLine('1', '6199', 'PT-Internal', 'x'),
      '5003',
      "6199 in partition 'PT-Internal' was not found",
    ],
    ['a line in another partition', onLine('1', '6101', 'PT-München', 'x'), '5003', 'was not found'],
    ['a line without its partition', onLine('1', '6101', '', 'x'), '5003', 'was not found'],
    ['a plain plus for an escaped one', onLine('1', '+46855500101', 'PT-E164', 'x'), '5003', 'was not found'],
    ['a translation pattern', onLine('1', '2001', 'PT-Lab', 'x'), '5003', 'was not found'],
    ['another feature', feature('Barge'), '5003', 'must be Pickup'],
    ['an empty feature', feature(''), '5003'],
    ['another order of elements', field(['index', '1'], ['blfDest', '1']), '-1', "starting with element 'blfDest'"],
    ['an entry without content', '<busyLampField/>', '5003'],
    ['one bad entry among good ones', freeForm('1', '1') + onLine('2', '6199', 'PT-Internal', 'x'), '5003'],
  ];
  it.each(refused)('refusing %s, with nothing changed', async (...[, fields, axlCode, words = '']) => {
    const before = simulator.state();
    const { status, body } = await update(fields);
    expect([status, inside(body, 'axlcode')]).toEqual([500, axlCode]);
    expect(body).toContain(words);
    expect(simulator.state()).toEqual(before);
    expect(simulator.stats().updatesApplied).toBe(0);
  });

  it('and neither list of an update if one of them is refused', async () => {
    const before = simulator.state();
    const lists = `<speeddials/><busyLampFields>${freeForm('0', '1')}</busyLampFields>`;
    expect((await call(simulator, 'updatePhone', `<name>${reception}</name>${lists}`)).status).toBe(500);
    expect(simulator.state()).toEqual(before);
  });
});

describe('in the schemas up to 10.5', () => {
  it.each(['8.5', '10.5', '11.0'])('%s', async (version) => {
    const old = await startSimulator({ release: version });
    const alone = await update(freeForm('1', '77'), version, old);
    const beside = await update(field(['blfDest', '77'], ['blfDirn', ''], ['index', '1']), version, old);
    const line = await update(onLine('1', '6101', 'PT-Internal', 'x'), version, old);
    await old.close();
    expect([alone.status, beside.status, line.status]).toEqual([version === '11.0' ? 200 : 500, 200, 200]);
    if (version !== '11.0') expect(inside(alone.body, 'axlmessage')).toContain("'{blfDirn}' is expected");
  });
});

describe('an asciiLabel, by the seed', () => {
  /** The company, with an asciiLabel on the first busy lamp field of the receptionist. */
  async function startWithAsciiLabels(): Promise<RunningSimulator> {
    const seed = JSON.parse(readFileSync(companySeed, 'utf8')) as {
      devices: { name: string; busyLampFields?: { asciiLabel?: string }[] }[];
    };
    const [first] = seed.devices.find(({ name }) => name === reception)?.busyLampFields ?? [];
    Object.assign(first ?? {}, { asciiLabel: 'Agneta R.' });
    return startSimulator({ seed });
  }

  it('is shown if returnedTags names no children, kept if it is sent, and lost if it is not', async () => {
    const labelled = await startWithAsciiLabels();
    const within = async (tags: string) => texts(await get(tags, labelled), 'asciiLabel');
    const tags = (inner: string) => `<returnedTags><busyLampFields>${inner}</busyLampFields></returnedTags>`;
    expect(await within('')).toEqual(['Agneta R.']);
    expect(await within(tags('<busyLampField/>'))).toEqual(['Agneta R.']);
    expect(await within(tags('<busyLampField><label/><asciiLabel/><index/></busyLampField>'))).toEqual([]);
    await update(
      field(['blfDest', '1'], ['label', 'x'], ['asciiLabel', 'y'], ['index', '1']) + freeForm('2', '2'),
      '14.0',
      labelled,
    );
    expect(shown(labelled).map(({ asciiLabel }) => asciiLabel)).toEqual(['y', undefined]);
    expect(await within('')).toEqual(['y']);
    await update(freeForm('1', '1'), '14.0', labelled);
    expect(await within('')).toEqual([]);
    await labelled.close();
  });
});
