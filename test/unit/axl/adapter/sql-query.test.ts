import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phonesWithNumber } from '../../../../src/axl/adapter/lookup-by-sql.js';
import { type DirectoryNumber, dialledForm, storedForms } from '../../../../src/domain/identifiers.js';
import { databaseOf } from '../../../support/known-tables.js';
import { anyNumber, columnsIn, literalsOf, skeletonOf, tokensOf } from '../../../support/sql-statement.js';

/** The tables and columns whose names are known from published sources. */
const known = {
  device: ['pkid', 'name', 'description', 'tkclass', 'tkproduct', 'tkmodel'],
  devicenumplanmap: ['fkdevice', 'fknumplan', 'numplanindex'],
  numplan: ['pkid', 'dnorpattern', 'fkroutepartition'],
  routepartition: ['pkid', 'name'],
  speeddial: ['fkdevice', 'speeddialindex', 'speeddialnumber', 'label'],
  typeproduct: ['enum', 'name'],
  typemodel: ['enum', 'name'],
};

const tables = databaseOf(known);

describe('the query of the lookup by SQL', () => {
  it('stays one SELECT of one shape, with the number as its literals, for every number', () => {
    const shapes = [dialledForm('0100'), dialledForm('+1')].map((number) => skeletonOf(phonesWithNumber(number)));
    fc.assert(
      fc.property(anyNumber, (number) => {
        const statement = phonesWithNumber(number);
        const forms = storedForms(number);
        expect(literalsOf(statement)).toEqual([
          'self',
          ...forms,
          'line',
          '',
          '',
          '',
          ...forms,
          'dial',
          '',
          '',
          ...forms,
        ]);
        expect(shapes).toContain(skeletonOf(statement));
      }),
      { numRuns: 500, examples: [[dialledForm('+1408')]] },
    );
  });

  it('gives the same result in an independent database', () => {
    fc.assert(
      fc.property(anyNumber, (number) => {
        tables.clear();
        const { database } = tables;
        const stored = storedForms(number).at(-1) ?? '';
        database.run("INSERT INTO device VALUES ('d1', 'SEP1', NULL, 1, 1, 1), ('d2', 'SEP2', NULL, 1, 1, 1)");
        database.run("INSERT INTO numplan VALUES ('n1', ?, NULL), ('n2', ?, NULL)", [stored, `${stored}x`]);
        database.run("INSERT INTO devicenumplanmap VALUES ('d1', 'n1', 1), ('d2', 'n2', 1)");
        const results = database.exec(phonesWithNumber(number));
        expect(results).toHaveLength(1);
        expect(results[0]?.values).toEqual([
          ['d1', 'self', 0, 'SEP1', null, null, null],
          ['d1', 'line', 1, stored, '', '', ''],
        ]);
      }),
      { numRuns: 200, examples: [[dialledForm('+1408')]] },
    );
  });

  it('has columns of the same type in all parts, without an untyped null', () => {
    const statement = phonesWithNumber('0100' as DirectoryNumber);
    const parts = statement
      .split(' UNION ALL ')
      .map((part) => /^SELECT (.*?) FROM /.exec(part)?.[1]?.split(', ') ?? []);
    const [phones = [], lines = [], dials = []] = parts;
    expect(parts).toHaveLength(3);
    // A type by name, or a literal of the same length.
    const typeOf = (column: string): string =>
      column.replace(/^CAST\(\S+ AS (.*)\) AS/, '$1').replace(/^'\w{4}'/, 'four characters');
    expect(phones.map(typeOf)).toEqual([
      ...['VARCHAR(255) pkid', 'four characters AS kind', 'INTEGER place'],
      ...['t1', 't2', 't3', 't4'].map((column) => `LVARCHAR(512) ${column}`),
    ]);
    expect(lines.map(typeOf)).toEqual(phones.map(typeOf));
    expect(dials.map(typeOf)).toEqual(phones.map(typeOf));
    expect(statement).not.toMatch(/\bnull\b/i);
  });

  it('uses only the known tables and columns', () => {
    const columns = columnsIn(phonesWithNumber('+1408' as DirectoryNumber));
    expect(columns.length).toBeGreaterThan(20);
    expect(tables.columns).toEqual(expect.arrayContaining(columns));
  });
});

describe('the tokenizer of these tests', () => {
  it.each([`SELECT '0'; DELETE`, `SELECT '0' -- x`, `SELECT 'it's'`, `SELECT {x} 1`, 'SELECT "x"', 'SELECT /* x */ 1'])(
    'does not accept %s',
    (statement) => {
      expect(() => tokensOf(statement)).toThrow();
    },
  );
});
