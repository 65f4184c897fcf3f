import { describe, expect, it } from 'vitest';
import { dialledForm } from '../../src/domain/identifiers.js';
import { connect, startFake } from '../support/axl-backend.js';
import { boundless, callContext } from '../support/call-context.js';
import type { Fault } from '../support/fake-axl-server.js';
import { literalsOf } from '../support/sql-statement.js';

/** Buttons that point at a number: rows of the only query that AXL offers for it, all at once or in pages. */

const key = (place: number): string => `0a1b2c3d-4e5f-6071-8293-${String(place).padStart(12, '0')}`;
const usual = {
  pkid: key(1),
  name: 'SEP1',
  description: 'Desk',
  product: 'Cisco 8845',
  model: 'Cisco 8845',
  tkclass: '1',
  kind: 'dial',
  place: '7',
  dialled: '6150',
  label: 'Lars Ek',
  routepartition: '',
};

type Columns = Readonly<Record<string, string | undefined>>;

function row(columns: Columns): string {
  const cells = Object.entries<string | undefined>({ ...usual, ...columns }).map(([name, value]) => {
    if (value === undefined) return '';
    return value === '' ? `<${name}/>` : `<${name}>${value}</${name}>`;
  });
  return `<row>${cells.join('')}</row>`;
}

async function connectTo(answer: (sql: string) => string | Fault, release = '14.0') {
  const statements: string[] = [];
  const sqlIn = (body: string) => /<sql>(.*)<\/sql>/s.exec(body)?.[1]?.replaceAll('&gt;', '>') ?? '';
  const fake = await startFake({
    answers: { executeSQLQuery: (body) => answer(sqlIn(body)) as string },
    notFound: (operation, body) => {
      if (operation !== 'executeSQLQuery') return undefined;
      statements.push(sqlIn(body));
      const given = answer(sqlIn(body));
      return typeof given === 'string' ? undefined : given;
    },
  });
  const { callManager } = await connect(fake.url(), { AXL_VERSION: release });
  const find = (number: string) => callManager.findButtons(dialledForm(number), callContext(), boundless);
  return { find, statements: () => [...new Set(statements)], fake };
}

describe('rows of buttons', () => {
  it.each(['8.5', '10.5', '14.0'])(
    'are speed dials and busy lamp fields stored in both ways, by one query in AXL %s',
    async (release) => {
      const { find, fake } = await connectTo(
        () =>
          row({}) +
          row({ kind: 'lamp ', place: ' 32', routepartition: 'PT-Internal', pkid: `{${key(2).toUpperCase()}}` }) +
          row({ kind: 'lamp', tkclass: ' 254', name: 'UDP_1', label: '', description: '' }),
        release,
      );
      const shown = { device: 'SEP1', deviceKind: 'phone', description: 'Desk', dirn: '6150', label: 'Lars Ek' };
      expect(await find('6150')).toEqual([
        { ...shown, uuid: key(1), kind: 'speeddial', index: '7', partition: '' },
        { ...shown, uuid: key(2), kind: 'busylampfield', index: '32', partition: 'PT-Internal' },
        {
          ...{ ...shown, device: 'UDP_1', deviceKind: 'profile', description: '', label: '' },
          ...{ uuid: key(1), kind: 'busylampfield', index: '7', partition: '' },
        },
      ]);
      expect(fake.exchanges).toHaveLength(1);
    },
  );

  it('show a number with an escaped plus as it is dialed, and are queried in both forms', async () => {
    const { find, statements } = await connectTo(() => row({ dialled: String.raw`\+1408` }));
    expect(await find('+1408')).toMatchObject([{ dirn: '+1408' }]);
    const forms = ['+1408', String.raw`\+1408`];
    const [statement = ''] = statements();
    // An underscore stands for the backslash: a setting of the database says if that escapes the plus.
    const dialled = [...forms, '+1408,%', '_+1408,%'];
    expect(literalsOf(statement)).toEqual([
      'dial',
      '',
      ...dialled,
      'lamp',
      '',
      ...dialled,
      'lamp',
      ...forms,
      ...dialled,
    ]);
  });

  it('dial the number first, and then pauses and codes, which are shown', async () => {
    const numbers = [String.raw`\+1408,,87#`, '+1408', 'x+1408,1', '+14081,1'];
    const { find } = await connectTo(() => numbers.map((dialled, at) => row({ dialled, place: String(at) })).join(''));
    expect(await find('+1408')).toMatchObject([{ dirn: '+1408,,87#' }, { dirn: '+1408' }]);
  });

  it('of another number, which only the database considers equal, are left out', async () => {
    const { find } = await connectTo(() => row({ dialled: '6150 ' }) + row({ place: '8' }));
    expect(await find('6150')).toMatchObject([{ index: '8' }]);
  });

  it.each([{ model: 'Universal Device Template' }, { product: 'Universal Device Template' }])(
    'of a template are left out: %j',
    async (template) => {
      const { find } = await connectTo(() => row(template) + row({}));
      expect(await find('6150')).toHaveLength(1);
    },
  );

  it.each(Object.keys(usual))('without the column %s are no answer', async (column) => {
    const { find } = await connectTo(() => row({}) + row({ [column]: undefined }));
    await expect(find('6150')).rejects.toMatchObject({ code: 'call-manager-answer-invalid' });
  });

  it.each([{ pkid: '42' }, { tkclass: '2' }, { kind: 'line' }])('with %j make the answer invalid', async (wrong) => {
    const { find } = await connectTo(() => row(wrong));
    await expect(find('6150')).rejects.toMatchObject({ code: 'call-manager-answer-invalid' });
  });
});

describe('an answer that is too large', () => {
  const tooLarge = (suggested: string): Fault => ({
    axlcode: -1,
    words: `Query request too large. Total rows matched: 2816 rows.${suggested}`,
  });

  /** A database with this many speed dials and lamps, which returns at most a number of rows. */
  function database(most: number, suggested: string) {
    const rowsOf: Readonly<Record<string, string[]>> = {
      '(s.speeddialnumber IN': Array.from({ length: 23 }, (_, place) => `dial ${key(place)}`),
      '(b.blfdestination IN': Array.from({ length: 5 }, (_, place) => `lamp ${key(100 + place)}`),
      'n.dnorpattern IN': Array.from({ length: 10 }, (_, place) => `lamp ${key(200 + place)}`),
    };
    return (sql: string): string | Fault => {
      const [, first, last, order] = /^SELECT FIRST (\d+) .* > '([^']*)' ORDER BY (\w+)$/.exec(sql) ?? [];
      if (first === undefined || Number(first) > most) return tooLarge(suggested);
      if (sql.includes('UNION') || order !== 'buttonkey')
        return { axlcode: 201, words: 'A syntax error has occurred.' };
      const [, rows = []] = Object.entries(rowsOf).find(([condition]) => sql.includes(`AND ${condition}`)) ?? [];
      return rows
        .filter((one) => one.slice(5) > (last ?? ''))
        .slice(0, Number(first))
        .map((one) => row({ kind: one.slice(0, 4), place: one.slice(-4), buttonkey: one.slice(5) }))
        .join('');
    };
  }

  it.each([
    [' Suggested row fetch: less than 11 rows', 10, 'FIRST 10 '],
    [' Suggestive Row Fetch: less than 8 rows', 7, 'FIRST 7 '],
    ['', 500, 'FIRST 500 '],
    // The suggested number is still too large: it is halved until the answer fits.
    [' Suggested row fetch: less than 1408 rows', 400, 'FIRST 1407 '],
    [' Suggested row fetch: less than 1408 rows', 1, 'FIRST 1407 '],
    [' Suggested row fetch: less than 1 rows', 1, 'FIRST 1 '],
  ])('with the words "%s" is fetched in pages, and nothing is missing', async (suggested, most, page) => {
    const { find, statements } = await connectTo(database(most, suggested));
    const found = await find('6150');
    expect(found.map(({ kind, index }) => `${kind} ${Number(index)}`)).toEqual([
      ...Array.from({ length: 23 }, (_, place) => `speeddial ${place}`),
      ...Array.from({ length: 5 }, (_, place) => `busylampfield ${100 + place}`),
      ...Array.from({ length: 10 }, (_, place) => `busylampfield ${200 + place}`),
    ]);
    expect(statements()[0]).toContain(' UNION ALL ');
    expect(statements()[1]).toContain(page);
  });

  it('even for one row is a fault', async () => {
    const { find } = await connectTo(() => tooLarge(''));
    await expect(find('6150')).rejects.toMatchObject({ code: 'call-manager-fault', facts: { axlCode: -1 } });
  });

  it('whose pages do not advance is invalid', async () => {
    const { find } = await connectTo((sql) =>
      sql.includes('UNION') ? tooLarge(' Suggested row fetch: less than 2 rows') : row({ buttonkey: key(1) }),
    );
    await expect(find('6150')).rejects.toMatchObject({ code: 'call-manager-answer-invalid' });
  });

  it.each([
    [201, 'A syntax error has occurred.'],
    [-1, 'The query is too complex.'],
  ])('is not recognized in the fault %i "%s"', async (axlcode, words) => {
    const { find, fake } = await connectTo(() => ({ axlcode, words }));
    await expect(find('6150')).rejects.toMatchObject({ code: 'call-manager-fault', facts: { axlCode: axlcode } });
    expect(fake.exchanges).toHaveLength(1);
  });
});
