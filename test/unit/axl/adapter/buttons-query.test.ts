import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findButtonsBySql, findButtonsPageBySql } from '../../../../src/axl/adapter/buttons-by-sql.js';
import { buttonsWithNumber } from '../../../../src/axl/adapter/buttons-query.js';
import { type DirectoryNumber, dialledForm, storedForms } from '../../../../src/domain/identifiers.js';
import { answeringClient, fault } from '../../../support/answering-client.js';
import type { ButtonPlace, ButtonsPage } from '../../../../src/domain/button-kinds.js';
import { boundless, callContext } from '../../../support/call-context.js';
import { databaseOf } from '../../../support/known-tables.js';
import { anyNumber, columnsIn, literalsOf, skeletonOf } from '../../../support/sql-statement.js';

/** The tables and columns whose names are known from published sources. */
const known = {
  device: ['pkid', 'name', 'description', 'tkclass', 'tkproduct', 'tkmodel'],
  numplan: ['pkid', 'dnorpattern', 'fkroutepartition'],
  routepartition: ['pkid', 'name'],
  speeddial: ['fkdevice', 'speeddialindex', 'speeddialnumber', 'label'],
  blfspeeddial: ['fkdevice', 'blfindex', 'label', 'blfdestination', 'fknumplan'],
  typeproduct: ['enum', 'name'],
  typemodel: ['enum', 'name'],
};

const tables = databaseOf(known);

/** What the query finds, in short, in a company with every kind of button to one number and to another. */
function found(number: DirectoryNumber, stored: string): unknown[] {
  tables.clear();
  const { database } = tables;
  const other = `${stored}x`;
  database.run(
    "INSERT INTO device VALUES ('d1', 'SEP1', NULL, 1, 1, 1), ('d2', 'UDP', NULL, 254, 1, 1), ('d3', 'GW', NULL, 2, 1, 1)",
  );
  database.run("INSERT INTO routepartition VALUES ('r1', 'PT')");
  database.run("INSERT INTO numplan VALUES ('n1', ?, 'r1'), ('n2', ?, NULL), ('n3', ?, 'r1')", [stored, stored, other]);
  for (const device of ['d1', 'd2', 'd3']) {
    database.run(`INSERT INTO speeddial VALUES ('${device}', 1, ?, 'a'), ('${device}', 2, ?, 'b')`, [stored, other]);
    database.run(
      `INSERT INTO speeddial VALUES ('${device}', 9, ?, 'i'), ('${device}', 10, ?, 'j'), ('${device}', 11, ?, 'k')`,
      [`${stored},,8787#`, `${other},1`, `xx${stored},1`],
    );
    database.run(`INSERT INTO blfspeeddial VALUES ('${device}', 12, 'l', ?, 'n3')`, [`${stored},1`]);
    database.run(
      `INSERT INTO blfspeeddial VALUES ('${device}', 3, 'c', ?, NULL), ('${device}', 4, 'd', NULL, 'n1'), ` +
        `('${device}', 5, 'e', '', 'n2'), ('${device}', 6, 'f', NULL, 'n3'), ('${device}', 7, 'g', ?, NULL), ` +
        `('${device}', 8, 'h', ?, 'n1')`,
      [stored, other, stored],
    );
  }
  const results = database.exec(buttonsWithNumber(number));
  expect(results).toHaveLength(1);
  const [{ columns, values } = { columns: [], values: [] }] = results;
  const at = (column: string): number => columns.indexOf(column);
  return values
    .map((row) => ['name', 'tkclass', 'kind', 'place', 'dialled', 'label', 'routepartition'].map((one) => row[at(one)]))
    .sort(inOrder);
}

const inOrder = (a: unknown, b: unknown): number => (String(a) < String(b) ? -1 : 1);

/** @returns the patterns by which buttons are found that dial pauses and codes behind a number */
function patternsOf(number: DirectoryNumber): readonly string[] {
  return /[%_,]/.test(number) ? [] : storedForms(number).map((form) => `${form.replaceAll('\\', '_')},%`);
}

describe('the query for the buttons that point at a number', () => {
  it('stays one statement of one shape, with the number as its literals, for every number', () => {
    const shapes = ['0100', '+1', '0,1', '+0,1'].map((text) => skeletonOf(buttonsWithNumber(dialledForm(text))));
    fc.assert(
      fc.property(anyNumber, (number) => {
        const statement = buttonsWithNumber(number);
        const forms = storedForms(number);
        const dialled = [...forms, ...patternsOf(number)];
        const literals = ['dial', '', ...dialled, 'lamp', '', ...dialled, 'lamp', ...forms, ...dialled];
        expect(literalsOf(statement)).toEqual(literals);
        expect(shapes).toContain(skeletonOf(statement));
      }),
      { numRuns: 500, examples: [[dialledForm('+1408')], [dialledForm('1,2')]] },
    );
  });

  it('finds buttons in both stored forms, none twice, in an independent database', () => {
    fc.assert(
      fc.property(anyNumber, (number) => {
        for (const stored of storedForms(number)) {
          const withCodes = (name: string, tkclass: number) => [
            [name, tkclass, 'dial', 9, `${stored},,8787#`, 'i', ''],
            [name, tkclass, 'lamp', 12, `${stored},1`, 'l', ''],
          ];
          const buttons = (name: string, tkclass: number) => [
            ...(patternsOf(number).length > 0 ? withCodes(name, tkclass) : []),
            [name, tkclass, 'dial', 1, stored, 'a', ''],
            [name, tkclass, 'lamp', 3, stored, 'c', ''],
            [name, tkclass, 'lamp', 4, stored, 'd', 'PT'],
            [name, tkclass, 'lamp', 5, stored, 'e', null],
            [name, tkclass, 'lamp', 8, stored, 'h', ''],
          ];
          expect(found(number, stored)).toEqual([...buttons('SEP1', 1), ...buttons('UDP', 254)].sort(inOrder));
        }
      }),
      { numRuns: 100, examples: [[dialledForm('+1408')], [dialledForm('1,2')]] },
    );
  });

  it('has columns of the same name and type in all parts, without an untyped null', () => {
    const statement = buttonsWithNumber('0100' as DirectoryNumber);
    const parts = statement
      .split(' UNION ALL ')
      .map((part) => /^SELECT (.*?) FROM /.exec(part)?.[1]?.split(', ') ?? []);
    // The same column, a literal of the same length, or a type by name.
    const typeOf = (column: string): string => {
      return column.replace(/^CAST\(\S+ AS (.*)\) AS/, '$1').replace(/^'\w{4}'/, 'four characters');
    };
    expect(parts).toHaveLength(3);
    for (const part of parts) expect(part.map(typeOf)).toEqual(parts[0]?.map(typeOf));
    expect(statement.replaceAll('IS NULL', '')).not.toMatch(/\bnull\b/i);
  });

  it('uses only the known tables and columns', () => {
    const parts = buttonsWithNumber('+1408' as DirectoryNumber).split(' UNION ALL ');
    for (const columns of parts.map(columnsIn)) {
      expect(columns.length).toBeGreaterThan(10);
      expect(tables.columns).toEqual(expect.arrayContaining(columns));
    }
  });
});

/** A row of a speed dial with its own key, or without one. */
function rowOf(key: number | undefined, more = '', dialled = '0100', model = 'Cisco 8841'): string {
  const own = key === undefined ? '' : `<buttonkey>${keyOf(key)}</buttonkey>`;
  return (
    `<row>${own}${more}<pkid>${keyOf(1)}</pkid><name>SEP${key}</name><description/><product/><model>${model}</model>` +
    `<tkclass>1</tkclass><kind>dial</kind><place>1</place><dialled>${dialled}</dialled><label/><routepartition/></row>`
  );
}

function keyOf(key: number): string {
  return `00000000-0000-4000-8000-${String(key).padStart(12, '0')}`;
}

describe('a requested page', () => {
  /** The rows of the three parts, by the sort keys of the query. */
  async function pagesOf(most: number, parts: readonly (readonly string[])[], after?: ButtonPlace) {
    const { client, asked } = await answeringClient({
      executeSQLQuery: (body) => {
        const part = body.includes('FIRST') && body.includes('s.pkid AS') ? 0 : body.includes('fknumplan') ? 2 : 1;
        const [, first, last = ''] = /SELECT FIRST (\d+) .* &gt; '([^']*)' ORDER BY buttonkey/.exec(body) ?? [];
        const behind = (parts[part] ?? []).filter((row) => (/<buttonkey>([^<]*)/.exec(row)?.[1] ?? '') > last);
        return behind.slice(0, Number(first)).join('');
      },
    });
    const names: string[][] = [];
    let next = after;
    do {
      const page: ButtonsPage = await findButtonsPageBySql(
        client,
        { number: dialledForm('0100'), after: next, most },
        callContext(),
        boundless,
      );
      names.push(page.buttons.map(({ device }) => device));
      next = page.next;
    } while (next);
    return { names, asked: asked.length };
  }

  it('continues over the three tables, and reads one more row to see if others follow', async () => {
    const parts = [[rowOf(1), rowOf(5)], [rowOf(2)], [rowOf(3), rowOf(4)]];
    expect((await pagesOf(2, parts)).names).toEqual([['SEP1', 'SEP5'], ['SEP2', 'SEP3'], ['SEP4']]);
    expect((await pagesOf(5, parts)).names).toEqual([['SEP1', 'SEP5', 'SEP2', 'SEP3', 'SEP4']]);
    expect((await pagesOf(5, parts, { part: 2, key: keyOf(3) })).names).toEqual([['SEP4']]);
    expect((await pagesOf(5, [[], [], []])).names).toEqual([[]]);
  });

  it('leaves out templates, and is short if they take ten queries', async () => {
    const templates = Array.from({ length: 45 }, (_, at) => rowOf(at + 1, '', '0100', 'Universal Device Template'));
    const { names, asked } = await pagesOf(1, [[...templates, rowOf(46, '', '0100 '), rowOf(47), rowOf(48)], [], []]);
    expect(names.flat()).toEqual(['SEP47', 'SEP48']);
    expect(names.slice(0, 2)).toEqual([[], []]);
    expect(asked).toBeLessThan(40);
  });
});

describe('a page of an answer that is too large', () => {
  it('is read by the keys of the buttons, table by table', async () => {
    const { client, asked } = await answeringClient({
      executeSQLQuery: (body) => (body.includes('UNION') ? fault('Query request too large.', -1) : ''),
    });
    expect(await findButtonsBySql(client, dialledForm('0100'), callContext(), boundless)).toEqual([]);
    const pages = asked.slice(1).map(({ body }) => {
      return /SELECT FIRST 500 (\S+) AS buttonkey, .* FROM device d .* (\w+ \w) ON \w\.fkdevice = d\.pkid .* AND (\S+) &gt; '' ORDER BY buttonkey</
        .exec(body)
        ?.slice(1);
    });
    expect(pages).toEqual([
      ['s.pkid', 'speeddial s', 's.pkid'],
      ['b.pkid', 'blfspeeddial b', 'b.pkid'],
      ['b.pkid', 'blfspeeddial b', 'b.pkid'],
    ]);
  });

  /** The result of these pages in sequence; after them the query finds nothing. */
  async function ofPages(...pages: (string | Error)[]) {
    const { client, asked } = await answeringClient({
      executeSQLQuery: (body) => {
        if (body.includes('UNION')) return fault('Query request too large. Suggested row fetch: less than 3 rows', -1);
        return pages.shift() ?? '';
      },
    });
    const outcome = await findButtonsBySql(client, dialledForm('0100'), callContext(), boundless).catch(
      (thrown: unknown) => thrown,
    );
    return { outcome, pages: asked.length - 1 };
  }

  it.each([
    ['without a key to go on from', rowOf(undefined) + rowOf(undefined)],
    ['with a key that is none', rowOf(3) + rowOf(undefined, '<buttonkey>4</buttonkey>')],
    ['with the rows of the page before', rowOf(1) + rowOf(2)],
    ['with rows in another order', rowOf(4) + rowOf(3)],
    ['of 199,000 empty rows', '<row/>'.repeat(199_000)],
  ])('is no answer %s', async (_what, page) => {
    const { outcome, pages } = await ofPages(rowOf(1) + rowOf(2), page);
    expect(outcome).toMatchObject({ code: 'call-manager-answer-invalid', facts: { effect: 'unknown' } });
    expect(pages).toBe(2);
  });

  it('is not followed by another if there is no room for its result', async () => {
    const { client, asked } = await answeringClient({
      executeSQLQuery: (body) => {
        const last = /(\d+)&apos; ORDER|(\d+)' ORDER/.exec(body)?.[2] ?? '0';
        return body.includes('UNION')
          ? fault('Query request too large. Suggested row fetch: less than 3 rows', -1)
          : rowOf(Number(last) + 1) + rowOf(Number(last) + 2);
      },
    });
    const full = new Error('full');
    let held = 0;
    const hold = (): void => {
      held += 1;
      if (held > 7) throw full;
    };
    await expect(findButtonsBySql(client, dialledForm('0100'), callContext(), { hold })).rejects.toBe(full);
    expect(asked).toHaveLength(5);
  });

  it('that has another fault ends with that fault', async () => {
    const other = fault('A syntax error has occurred.', 201);
    expect(await ofPages(other)).toEqual({ outcome: other, pages: 1 });
  });
});
