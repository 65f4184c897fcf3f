import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { call, inside, speedDials, texts } from '../support/axl-caller.js';

let simulator: RunningSimulator;

beforeAll(async () => {
  simulator = await startSimulator();
});
afterEach(() => {
  simulator.reset();
});
afterAll(() => simulator.close());

async function query(sql: string): Promise<string> {
  const escaped = sql.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const { status, body } = await call(simulator, 'executeSQLQuery', `<sql>${escaped}</sql>`);
  expect(status, body).toBe(200);
  return inside(body, 'return') ?? '';
}

async function refusal(sql: string): Promise<string> {
  const { status, body } = await call(simulator, 'executeSQLQuery', `<sql><![CDATA[${sql}]]></sql>`);
  expect(status, body).toBe(500);
  return `${String(inside(body, 'axlcode'))} ${String(inside(body, 'axlmessage'))}`;
}

describe('executeSQLQuery reads', () => {
  it('the phones of a number, as an operations team asks', async () => {
    const rows = await query(`
      SELECT d.name, d.description, tp.name AS product, tm.name AS model, n.dnorpattern, rp.name AS rp, m.numplanindex
      FROM device d
      INNER JOIN devicenumplanmap m ON m.fkdevice = d.pkid
      INNER JOIN numplan n ON m.fknumplan = n.pkid
      LEFT OUTER JOIN routepartition rp ON n.fkroutepartition = rp.pkid
      INNER JOIN typeproduct tp ON d.tkproduct = tp.enum
      INNER JOIN typemodel tm ON d.tkmodel = tm.enum
      WHERE n.dnorpattern = '2100' AND d.tkclass = 1 ORDER BY d.name`);
    expect(rows).toBe(
      '<row><name>SEP00A1B2C3000E</name><description>Göteborg desk, 2100 internal</description>' +
        '<product>Cisco 7841</product><model>Cisco 7841</model><dnorpattern>2100</dnorpattern><rp>PT-Internal</rp>' +
        '<numplanindex>1</numplanindex></row>' +
        '<row><name>SEP00A1B2C3000F</name><description>München desk, 2100 in its own partition</description>' +
        '<product>Cisco 7841</product><model>Cisco 7841</model><dnorpattern>2100</dnorpattern><rp>PT-München</rp>' +
        '<numplanindex>1</numplanindex></row>',
    );
  });

  it('keys in lower case without braces, the same as AXL shows', async () => {
    const phone = simulator.state()[0];
    expect(await query(`SELECT pkid FROM device WHERE name = '${phone?.name ?? ''}'`)).toBe(
      `<row><pkid>${phone?.uuid ?? ''}</pkid></row>`,
    );
  });

  it('a null as an empty element and a column in lower case', async () => {
    const rows = await query("SELECT FKRoutePartition AS Partition FROM numplan WHERE dnorpattern = '5555'");
    expect(rows).toBe('<row><partition/></row>');
  });

  it('an update at once', async () => {
    const sql =
      "SELECT s.speeddialindex, s.speeddialnumber, s.label FROM device d, speeddial s WHERE s.fkdevice = d.pkid AND d.name = 'SEP00A1B2C30002'";
    expect(texts(await query(sql), 'label')).toEqual(['Astrid', 'Reception']);
    await call(
      simulator,
      'updatePhone',
      `<name>SEP00A1B2C30002</name><description>New</description>${speedDials(['3', '0100', ' Åsa '])}`,
    );
    expect(await query(sql)).toBe(
      '<row><speeddialindex>3</speeddialindex><speeddialnumber>0100</speeddialnumber><label> Åsa </label></row>',
    );
    expect(texts(await query("SELECT description FROM device WHERE name = 'SEP00A1B2C30002'"), 'description')).toEqual([
      'New',
    ]);
    simulator.reset();
    expect(texts(await query(sql), 'label')).toEqual(['Astrid', 'Reception']);
  });

  const dialect: readonly (readonly [what: string, sql: string, values: readonly string[]])[] = [
    ['SKIP and FIRST', 'SELECT SKIP 1 FIRST 2 name AS v FROM routepartition ORDER BY name', ['PT-Internal', 'PT-Lab']],
    ['FIRST', 'select first 1 name as v from routepartition order by name desc', ['PT-Stockholm']],
    ['FIRST in a subquery', 'SELECT COUNT(*) AS v FROM (SELECT FIRST 3 name FROM device) t', ['3']],
    [
      'a column that is called first',
      'SELECT t.first AS v FROM (SELECT 7 AS first FROM typeclass) t GROUP BY t.first',
      ['7'],
    ],
    ['UNIQUE', 'SELECT UNIQUE tkclass AS v FROM device ORDER BY tkclass', ['1', '2', '10', '254']],
    ['NVL', "SELECT NVL(fkroutepartition, 'none') AS v FROM numplan WHERE dnorpattern = '5555'", ['none']],
    ['a double-quoted text', 'SELECT name AS v FROM device WHERE name = "RP_SUPPORT"', ['RP_SUPPORT']],
    ['a doubled quote', "SELECT 'it''s' AS v FROM typeclass WHERE enum = 1", ["it's"]],
    ['comments', 'SELECT { braces } name AS v -- line\n FROM typeclass /* both */ WHERE enum = 1', ['Phone']],
    ['||', "SELECT name || '-' || enum AS v FROM typeclass WHERE enum = 254", ['Device Profile-254']],
    [
      'functions',
      "SELECT UPPER('é') || LOWER('Å') || TRIM(' x ') || LENGTH('abc') || SUBSTR('abc', 2, 1) AS v FROM typeclass WHERE enum = 1",
      ['Éåx3b'],
    ],
    ['LIKE with case', "SELECT name AS v FROM device WHERE name LIKE 'rp%'", []],
    [
      'LIKE with %',
      "SELECT name AS v FROM device WHERE name LIKE 'RP\\_%' ORDER BY name",
      ['RP_RECEPTION', 'RP_SUPPORT'],
    ],
    [
      'LIKE with _',
      "SELECT name AS v FROM device WHERE name LIKE 'SEP_LAB_%' ORDER BY name",
      ['SEPXLABXBENCH1', 'SEP_LAB_BENCH1'],
    ],
    ['LIKE with an escape', "SELECT name AS v FROM device WHERE name LIKE 'SEP!_LAB%' ESCAPE '!'", ['SEP_LAB_BENCH1']],
    [
      'NOT LIKE',
      "SELECT name AS v FROM devicepool WHERE name NOT LIKE 'DP-S%' ORDER BY name",
      ['DP-Lab', 'DP-München'],
    ],
    ['MATCHES', "SELECT name AS v FROM device WHERE name MATCHES 'RP_*' ORDER BY name", ['RP_RECEPTION', 'RP_SUPPORT']],
    [
      'a backslash',
      String.raw`SELECT dnorpattern AS v FROM numplan WHERE dnorpattern IN ('\+14085554019', '+14085554019')`,
      [String.raw`\+14085554019`],
    ],
    [
      'UNION',
      'SELECT name AS v FROM typeclass WHERE enum = 1 UNION SELECT name FROM typeclass WHERE enum = 2 ORDER BY 1',
      ['Gateway', 'Phone'],
    ],
    ['a semicolon at the end', 'SELECT name AS v FROM typeclass WHERE enum = 1;', ['Phone']],
  ];
  it.each(dialect)('%s', async (_what, sql, values) => {
    expect(texts(await query(sql), 'v')).toEqual(values);
  });

  it('a column without a name under that of its function', async () => {
    expect(await query('SELECT COUNT(*) FROM typeclass')).toBe('<row><count>6</count></row>');
    expect(await query('SELECT 1 + 1 FROM typeclass WHERE enum = 1')).toBe('<row><expression>2</expression></row>');
  });
});

describe('executeSQLQuery refuses', () => {
  const syntax = '201 A syntax error has occurred.';
  it.each([
    '',
    'DELETE FROM device',
    "UPDATE device SET name = 'x'",
    'INSERT INTO typeclass VALUES (9, 1)',
    'DROP TABLE device',
    'SELECT 1 FROM device; DELETE FROM device',
    'SELECT name FROM device; ; SELECT 1',
    'PRAGMA query_only = OFF',
    'SELECT * FROM pragma_table_info(1)',
    'SELECT name FROM sqlite_master',
    "ATTACH 'x' AS y",
    'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c',
    'SELECT * FROM (WITH RECURSIVE c(x) AS (SELECT 1) SELECT x FROM c)',
    'EXPLAIN SELECT 1',
    'SELECT',
    "SELECT 'open",
    'SELECT (name FROM device',
    'SELECT name) FROM device',
    'SELECT name INTO x FROM device',
    'SELECT `name` FROM device',
    'SELECT name FROM device WHERE \u00e9 = 1',
  ])('%s', async (sql) => {
    const before = simulator.state();
    expect(await refusal(sql)).toBe(syntax);
    expect(simulator.state()).toEqual(before);
    expect(texts(await query('SELECT COUNT(*) AS n FROM device'), 'n')).toEqual(['60']);
  });

  it('an unknown table and an unknown column', async () => {
    expect(await refusal('SELECT name FROM enduser')).toBe('206 The specified table (enduser) is not in the database.');
    expect(await refusal('SELECT colour FROM device')).toMatch(/^217 Column \(colour\) not found in any table/);
  });

  it('an injection that closes the quote is one value when the quote is doubled', async () => {
    const hostile = "2001' OR '1'='1";
    const sql = `SELECT dnorpattern AS v FROM numplan WHERE dnorpattern = '${hostile.replaceAll("'", "''")}'`;
    expect(await query(sql)).toBe('');
  });
});
