import { describe, expect, it } from 'vitest';
import { literalsOf, skeletonOf } from '../support/sql-statement.js';
import type { FakeAxlServer } from '../support/fake-axl-server.js';
import { connect, type Side, startFake } from '../support/axl-backend.js';
import { parseStrictly } from './strict-xml.js';

const uuids = ['0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9', 'ffffffff-4e5f-6071-8293-a4b5c6d7e8f9'] as const;

/** The value of a column in a row; undefined leaves the element out, as null makes it nil. */
type Columns = Readonly<Record<string, string | null | undefined>>;

const rowOf = (kind: string, place: string, texts: readonly (string | null)[], more: Columns): Columns => {
  const [t1 = '', t2 = '', t3 = '', t4 = ''] = texts;
  return { pkid: uuids[0], kind, place, t1, t2, t3, t4, ...more };
};
const phone = (more: Columns = {}): Columns => rowOf('self', '0', ['SEP1', 'Desk', 'Cisco 8845', 'Cisco 8845'], more);
const line = (place: string, number: string, more: Columns = {}): Columns => rowOf('line', place, [number], more);
const dial = (place: string, number: string, label: string | null, more: Columns = {}): Columns =>
  rowOf('dial', place, [number, label], more);

function row(columns: Columns): string {
  const cells = Object.entries(columns).map(([name, value]) => {
    if (value === undefined) return '';
    if (value === null) return `<${name} xsi:nil="true" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"/>`;
    return value === '' ? `<${name}/>` : `<${name}>${value}</${name}>`;
  });
  return `<row>${cells.join('')}</row>`;
}

async function answering(...rows: readonly Columns[]): Promise<{ fake: FakeAxlServer; side: Side }> {
  const fake = await startFake({ answers: { executeSQLQuery: () => rows.map(row).join('') } });
  return { fake, side: await connect(fake.url(), { AXL_VERSION: '11.5', AXL_LOOKUP: 'sql' }) };
}

describe('a list with content, but without a row', () => {
  it.each(['true', '<foo/>', '<ROW/>', '<rows><row/></rows>'])('is not an empty list: %s', async (content) => {
    const answers = { executeSQLQuery: () => content, listLine: () => content };
    const fake = await startFake({ answers });
    for (const lookup of ['sql', 'lines']) {
      const side = await connect(fake.url(), { AXL_VERSION: '11.5', AXL_LOOKUP: lookup });
      await expect(side.find('0100')).rejects.toMatchObject({ code: 'call-manager-answer-invalid' });
    }
  });

  it.each(['', ' \n '])('is empty without content: %j', async (content) => {
    const fake = await startFake({ answers: { executeSQLQuery: () => content, listLine: () => content } });
    for (const lookup of ['sql', 'lines']) {
      const side = await connect(fake.url(), { AXL_VERSION: '11.5', AXL_LOOKUP: lookup });
      expect(await side.find('0100')).toEqual([]);
    }
  });
});

describe('rows of the lookup by SQL', () => {
  it('make one phone each, lines and speed dials in order of their place, in any order of the rows', async () => {
    const other = { pkid: uuids[1] };
    const { side, fake } = await answering(
      dial('10', '0100', 'Night bell'),
      line('2', '0100', other),
      phone(),
      line('11', '0300'),
      dial('2', '+4989123456', 'München &amp; <![CDATA[<Bonn>]]>'),
      line('2', '0200'),
      line('3', '0100'),
      dial('1', '', '  spaces  '),
      line('1', '0100'),
      phone({ ...other, t1: 'SEP2', t2: '', t3: 'Cisco 7841', t4: 'Cisco 7841' }),
    );
    expect(await side.find('0100')).toEqual([
      {
        product: 'Cisco 8845',
        description: 'Desk',
        model: 'Cisco 8845',
        name: 'SEP1',
        uuid: uuids[0],
        dirns: ['0100', '0200', '0300'],
        speeddials: [
          { index: '1', dirn: '', label: '  spaces  ' },
          { index: '2', dirn: '+4989123456', label: 'München & <Bonn>' },
          { index: '10', dirn: '0100', label: 'Night bell' },
        ],
      },
      {
        product: 'Cisco 7841',
        description: '',
        model: 'Cisco 7841',
        name: 'SEP2',
        uuid: uuids[1],
        dirns: ['0100'],
        speeddials: [],
      },
    ]);
    expect(fake.exchanges).toHaveLength(1);
  });

  it.each([
    ['an empty element', ''],
    ['a nil element', null],
  ])('may contain null as %s', async (_what, nothing) => {
    const empty = { t3: nothing, t4: nothing };
    const { side } = await answering(
      phone({ t2: nothing, ...empty }),
      line('1', '0100', { t2: nothing, ...empty }),
      dial('1', '0200', nothing, empty),
    );
    expect(await side.find('0100')).toEqual([
      {
        product: '',
        description: '',
        model: '',
        name: 'SEP1',
        uuid: uuids[0],
        dirns: ['0100'],
        speeddials: [{ index: '1', dirn: '0200', label: '' }],
      },
    ]);
  });

  it('may be padded as the call manager pads, and spell a key in either way', async () => {
    const padded = { pkid: `{${uuids[0].toUpperCase()}}  `, kind: 'line ' };
    const { side } = await answering(phone({ kind: 'self  ' }), line(' 1', '0100', padded));
    expect(await side.find('0100')).toMatchObject([{ uuid: uuids[0], dirns: ['0100'] }]);
  });

  it('show a number with an escaped plus as it is dialed', async () => {
    const { side, fake } = await answering(phone(), line('1', String.raw`\+14085554019`));
    expect(await side.find('+14085554019')).toMatchObject([{ dirns: ['+14085554019'] }]);
    const forms = ['+14085554019', String.raw`\+14085554019`];
    expect(literalsOf(sqlIn(fake))).toEqual(['self', ...forms, 'line', '', '', '', ...forms, 'dial', '', '', ...forms]);
  });

  it('of a phone that only the database considers a match are left out', async () => {
    // Informix ignores trailing spaces in comparisons.
    const { side } = await answering(phone(), line('1', '0100'));
    expect(await side.find('0100 ')).toEqual([]);
  });

  it('with only lines are no phone: it was added while the answer was made', async () => {
    const { side } = await answering(phone(), line('1', '0100'), line('1', '0100', { pkid: uuids[1] }));
    expect((await side.find('0100')).map(({ name }) => name)).toEqual(['SEP1']);
  });

  it.each(['pkid', 'kind', 'place', 't1', 't2', 't3', 't4'])(
    'without the column %s make the answer invalid',
    async (column) => {
      const lacking = dial('1', '0200', 'Night bell', { [column]: undefined });
      const { side } = await answering(phone(), line('1', '0100'), lacking);
      await expect(side.find('0100')).rejects.toMatchObject({ code: 'call-manager-answer-invalid' });
    },
  );

  it.each([
    ['another kind', { kind: 'user' }],
    ['no kind', { kind: null }],
    ['what is no key', { pkid: '42' }],
    ['no key', { pkid: '' }],
  ])('with %s make the answer invalid', async (_what, wrong) => {
    const { side } = await answering(phone(), line('1', '0100', wrong), line('2', '0100'));
    await expect(side.find('0100')).rejects.toMatchObject({ code: 'call-manager-answer-invalid' });
  });

  it('of another query make the answer invalid', async () => {
    const { side } = await answering({ count: '1' });
    await expect(side.find('0100')).rejects.toMatchObject({ code: 'call-manager-answer-invalid' });
  });

  it.each([{ t4: 'Universal Device Template' }, { t3: 'Universal Device Template' }])(
    'of a template are not a phone: %j',
    async (template) => {
      const sample = { pkid: uuids[1] };
      const { side } = await answering(
        ...[phone(), line('1', '0100')],
        ...[phone({ ...sample, t1: 'Sample Device Template', ...template }), line('1', '0100', sample)],
      );
      expect((await side.find('0100')).map(({ name }) => name)).toEqual(['SEP1']);
    },
  );

  it('may be none', async () => {
    const { side } = await answering();
    expect(await side.find('0100')).toEqual([]);
  });
});

describe('a number on its way to the database', () => {
  it.each([
    "0100' OR '1'='1",
    "0100'; DELETE FROM device; --",
    "0100')) UNION SELECT name, pkid FROM applicationuser --",
    "0100'' OR 1=1 --",
    String.raw`0100\' OR 1=1 --`,
    '0100" OR 1=1 { comment',
    "'",
    "''''",
    '</sql><sql>DELETE FROM device</sql>',
    ']]>&#39; OR 1=1',
    '？\u2019 OR \uFF071\uFF07=\uFF071',
  ])('is one literal of the same statement: %s', async (number) => {
    const { side, fake } = await answering();
    await side.find('0100');
    const usual = skeletonOf(sqlIn(fake));
    expect(await side.find(number)).toEqual([]);
    expect(fake.exchanges).toHaveLength(2);
    expect(skeletonOf(sqlIn(fake))).toBe(usual);
    expect(literalsOf(sqlIn(fake))).toEqual(['self', number, 'line', '', '', '', number, 'dial', '', '', number]);
  });
});

/** The statement of the last request, read by a strict XML parser. */
function sqlIn(fake: FakeAxlServer): string {
  const operation = parseStrictly(fake.exchanges.at(-1)?.body ?? '').children[0]?.children[0];
  expect(operation?.children.map(({ name }) => name)).toEqual(['sql']);
  return operation?.children[0]?.text ?? '';
}
