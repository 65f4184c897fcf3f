import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dialledForm } from '../../../../src/domain/identifiers.js';
import { numbersWithBeginning, suggestBySql } from '../../../../src/axl/adapter/suggestions-by-sql.js';
import { type Answers, answeringClient, fault } from '../../../support/answering-client.js';
import { callContext } from '../../../support/call-context.js';
import { uuid } from '../../../support/fake-port.js';
import { deviceRow } from '../../../support/made.js';
import { databaseOf } from '../../../support/known-tables.js';
import { columnsIn, literalsOf } from '../../../support/sql-statement.js';

/** The tables and columns whose names are known from published sources. */
const tables = databaseOf({
  numplan: ['pkid', 'dnorpattern', 'description', 'fkroutepartition', 'tkpatternusage'],
  routepartition: ['pkid', 'name'],
});

const numberRow = (pattern: string) =>
  `<row><pkid>${uuid}</pkid><pattern>${pattern}</pattern><routepartition>PT</routepartition><description>d</description></row>`;

async function suggest(text: string, executeSQLQuery: Answers[string] = () => '') {
  const { client, asked } = await answeringClient({ executeSQLQuery });
  const found = await suggestBySql(client, text, callContext());
  const queries = asked.map(({ body }) => /<sql>(.*)<\/sql>/s.exec(body)?.[1]?.replaceAll('&gt;', '>') ?? '');
  return { found, queries };
}

describe('the query for numbers', () => {
  const beginning = fc.stringMatching(/^\+?[0-9*#]{1,20}$/).map(dialledForm);

  it('has the start of the number, in both forms of a plus, as its literals, and no LIKE', () => {
    fc.assert(
      fc.property(beginning, (text) => {
        const statement = numbersWithBeginning(text, 20);
        expect(literalsOf(statement)).toEqual(text.startsWith('+') ? [text, `\\${text}`] : [text]);
        expect(statement).not.toMatch(/LIKE|MATCHES/i);
        expect(tables.columns).toEqual(expect.arrayContaining(columnsIn(statement)));
      }),
    );
  });

  it('finds the directory numbers with that start in an independent database', () => {
    fc.assert(
      fc.property(beginning, (text) => {
        tables.clear();
        const { database } = tables;
        const stored = text.replace('+', String.raw`\+`);
        const numbers = [stored, `${stored}7`, `7${stored}`, `${stored}8`, text.slice(0, -1)];
        for (const [position, number] of numbers.entries()) {
          // Not every pattern is a directory number.
          const usage = position === 3 ? 5 : 2;
          database.run('INSERT INTO numplan VALUES (?, ?, NULL, NULL, ?)', [`n${position}`, number, usage]);
        }
        const [result] = database.exec(numbersWithBeginning(text, 20).replace('FIRST 20 ', ''));
        const found = result?.values.map(([, pattern]) => pattern);
        expect(found).toEqual(numbers.slice(0, 3).filter((number) => number.startsWith(stored)));
      }),
      { examples: [[dialledForm('+49')], [dialledForm('77')]] },
    );
  });
});

describe('suggestions', () => {
  it('use one query for devices, and one for numbers if the text can be the start of one', async () => {
    expect((await suggest('Ana')).queries).toHaveLength(1);
    const { queries } = await suggest('61');
    expect(queries.map((query) => /FROM (\w+)/.exec(query)?.[1])).toEqual(['numplan', 'device']);
    expect(queries.every((query) => query.startsWith('SELECT FIRST 20 '))).toBe(true);
  });

  it('start with or contain the text, even if the call manager answers with others', async () => {
    const rows = (body: string) =>
      body.includes('numplan')
        ? numberRow('\\+491') + numberRow('+492') + numberRow('49')
        : deviceRow({ uuid, name: 'a', description: 'was +49' }) + deviceRow({ uuid, name: 'b', description: '49' });
    const { found } = await suggest('+49', rows);
    expect(found.numbers.map(({ dirn }) => dirn)).toEqual(['+491', '+492']);
    expect(found.devices.map(({ name }) => name)).toEqual(['a']);
  });

  it('read more devices for letters that the query cannot compare', async () => {
    const rows = () =>
      Array.from({ length: 200 }, (_, n) =>
        deviceRow({ uuid, name: `n${n}`, description: n > 150 ? 'Zoë' : 'Zoo' }),
      ).join('');
    const { found, queries } = await suggest('zoë', rows);
    expect(queries).toHaveLength(1);
    expect(queries[0]).toContain('SELECT FIRST 200 ');
    expect(found.devices).toHaveLength(20);
  });

  it('report the refusal if SQL is refused', async () => {
    const refused = suggest('61', () => fault('Not allowed.', -1));
    await expect(refused).rejects.toMatchObject({ code: 'call-manager-fault', facts: { axlCode: -1 } });
    await expect(refused).rejects.toThrow(/executeSQLQuery.*Not allowed\..*GET \/numbers/);
  });

  it('fail if a row lacks a column', async () => {
    const row = numberRow('61').replace('<description>d</description>', '');
    await expect(suggest('61', () => row)).rejects.toMatchObject({ code: 'call-manager-answer-invalid' });
  });
});
