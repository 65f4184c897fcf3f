import { describe, expect, it } from 'vitest';
import { examined, namesOf, probesNamed } from './examining.js';
import { startWrittenBackend, type Turn } from './written-backend.js';

const rows = probesNamed(
  ...['clocks', 'sql-columns', 'sql-keys', 'sql-first', 'sql-paging', 'sql-lower', 'sql-like', 'sql-substr'],
  ...['sql-union-all', 'sql-derived-table', 'sql-quotes', 'sql-no-column', 'sql-no-table', 'classes', 'templates'],
  ...['table-pages', 'catalogue'],
);

describe('a call manager that shares no code with the simulator', () => {
  it('is as assumed, with negative codes', async () => {
    const result = await examined([await startWrittenBackend()], { probes: rows });
    expect(namesOf(result, 'as-assumed')).toEqual(['login', ...rows.map(({ name }) => name)]);
  });

  const turns: readonly (readonly [row: string, also: readonly string[], turn: Turn])[] = [
    ['clocks', [], { aheadMs: -3_600_000 }],
    ['sql-columns', [], { row: (cells) => (cells.at(-1)?.[0] === 'absent' ? cells.toReversed() : cells) }],
    [
      'sql-keys',
      ['sql-paging', 'table-pages'],
      {
        row: (cells) =>
          cells.map(([name, value]) => [name, name.endsWith('key') || name === 'pkid' ? `{${value}}` : value]),
      },
    ],
    ['sql-first', [], { query: (sql) => sql.replace(/FIRST \d+ /g, '') }],
    ['sql-paging', ['table-pages'], { query: (sql) => sql.replace(/ORDER BY ownerkey/, 'ORDER BY ownerkey DESC') }],
    ['sql-lower', [], { query: (sql) => sql.replaceAll('LOWER(', '(') }],
    ['sql-like', ['sql-lower'], { query: (sql) => sql.replaceAll(' LIKE ', ' = ') }],
    [
      'sql-substr',
      [],
      { query: (sql) => sql.replaceAll('SUBSTR(', 'UPPER(SUBSTR(').replaceAll(/, 1, (\d)\)/g, ', 2, $1))') },
    ],
    ['sql-union-all', [], { query: (sql) => sql.replaceAll('UNION ALL', 'UNION EVERY') }],
    ['sql-no-column', ['templates', 'table-pages'], { codes: [5003, -206] }],
    ['sql-no-table', [], { codes: [217, 1] }],
    ['classes', [], { query: (sql) => sql.replace('c.enum IN (1, 254)', 'c.enum IN (1)') }],
    ['templates', [], { query: (sql) => sql.replace('tkdeviceprofile <> 0', 'tkdeviceprofile = 0') }],
    ['table-pages', [], { query: (sql) => sql.replace('b.label AS label', 'b.label AS caption') }],
  ];

  it.each(turns)('%s', async (row, also, turn) => {
    const result = await examined([await startWrittenBackend(turn)], { probes: rows });
    expect(namesOf(result, 'differs')).toContain(row);
    const others = [...namesOf(result, 'differs'), ...namesOf(result, 'failed')].filter((name) => name !== row);
    expect(others.filter((name) => !also.includes(name))).toEqual([]);
  });
});
