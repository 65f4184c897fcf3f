import { describe, expect, it } from 'vitest';
import { call, inside, speedDials, texts } from '../support/axl-caller.js';
import { simulator, useSimulator } from '../support/use-simulator.js';

useSimulator();

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
  it('the phones of a number, as an operations team queries them', async () => {
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
      ['éÅx3b'],
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

  it('a column without a name, under the name of its function', async () => {
    expect(await query('SELECT COUNT(*) FROM typeclass')).toBe('<row><count>6</count></row>');
    expect(await query('SELECT 1 + 1 FROM typeclass WHERE enum = 1')).toBe('<row><expression>2</expression></row>');
  });
});

describe('executeSQLQuery finds buttons by their number', () => {
  const text = (column: string) => `CAST(${column} AS VARCHAR(255))`;
  /** All buttons to the numbers, in one query, as a reverse lookup reads them. */
  const pointingAt = (...numbers: readonly string[]) => {
    const list = numbers.map((number) => `'${number}'`).join(', ');
    return (
      `SELECT d.name, d.tkclass, 'speeddial' AS kind, s.speeddialindex AS place, ${text('s.speeddialnumber')} AS dirn, ` +
      `${text("''")} AS partition, ${text('s.label')} AS label FROM device d ` +
      `INNER JOIN speeddial s ON s.fkdevice = d.pkid WHERE d.tkclass IN (1, 254) AND s.speeddialnumber IN (${list}) ` +
      `UNION ALL SELECT d.name, d.tkclass, 'busylampfield' AS kind, b.blfindex AS place, ` +
      `${text('NVL(n.dnorpattern, b.blfdestination)')} AS dirn, ${text('r.name')} AS partition, ${text('b.label')} AS label ` +
      'FROM device d INNER JOIN blfspeeddial b ON b.fkdevice = d.pkid LEFT OUTER JOIN numplan n ON n.pkid = b.fknumplan ' +
      'LEFT OUTER JOIN routepartition r ON r.pkid = n.fkroutepartition WHERE d.tkclass IN (1, 254) ' +
      `AND (b.blfdestination IN (${list}) OR n.dnorpattern IN (${list})) ORDER BY 1, 3, 4`
    );
  };
  const found = async (...numbers: readonly string[]) => {
    const rows = await query(pointingAt(...numbers));
    const columns = ['name', 'tkclass', 'kind', 'place', 'dirn', 'partition', 'label'].map((name) => texts(rows, name));
    return (columns[0] ?? []).map((_name, row) => columns.map((column) => column[row] ?? '').join('|'));
  };

  it('on phones and profiles, whether a busy lamp field watches a text or a line', async () => {
    expect(await found('6150')).toEqual([
      'SEP00A1B2C30100|1|busylampfield|32|6150|PT-Internal|Lars Ek',
      'SEP00A1B2C30101|1|speeddial|1|6150||Lars Ek',
      'SEP00A1B2C30102|1|speeddial|4|6150||L. Ek',
      'SEP00A1B2C30103|1|busylampfield|3|6150|PT-Internal|Ek (purchasing)',
      'SEP00A1B2C30104|1|busylampfield|7|6150||L. Ek',
      'SEP00A1B2C30105|1|busylampfield|1|6150|PT-Internal|Lars Ek',
      'SEP00A1B2C30105|1|speeddial|2|6150||Ek (purchasing)',
      'SEP00A1B2C30105|1|speeddial|12|6150||Lars Ek',
      'SEP00A1B2C30106|1|speeddial|1|6150||L. Ek',
      'UDP_FRONTDESK|254|speeddial|1|6150||Lars Ek',
    ]);
  });

  it('in each partition, and in both stored forms of a plus', async () => {
    expect(await found('6130')).toEqual([
      'SEP00A1B2C30100|1|busylampfield|25|6130|PT-Internal|Ingrid Holm',
      'SEP00A1B2C30100|1|busylampfield|26|6130|PT-München|Ignaz Huber',
      'SEP00A1B2C30101|1|speeddial|2|6130||Ingrid',
      'SEP00A1B2C30102|1|busylampfield|1|6130|PT-Internal|Ingrid Holm',
      'SEP00A1B2C30103|1|busylampfield|1|6130|PT-München|Ignaz Huber',
      'UDP_FRONTDESK|254|busylampfield|1|6130|PT-Internal|Ingrid Holm',
      'UDP_FRONTDESK|254|busylampfield|2|6130|PT-München|Ignaz Huber',
    ]);
    expect(await found('+46855500101', String.raw`\+46855500101`)).toEqual([
      String.raw`SEP00A1B2C30100|1|busylampfield|27|\+46855500101|PT-E164|Agneta, mobile`,
      String.raw`SEP00A1B2C30102|1|speeddial|5|\+46855500101||Agneta, direct`,
      String.raw`SEP00A1B2C30104|1|busylampfield|8|\+46855500101||Agneta, direct`,
    ]);
  });

  it('as they are after an update of a phone and of a profile', async () => {
    const line = '<blfDirn>6150</blfDirn><routePartition>PT-Internal</routePartition><label>Petra</label>';
    const fields = `<busyLampFields><busyLampField>${line}<index>4</index></busyLampField></busyLampFields>`;
    await call(simulator, 'updateDeviceProfile', `<name>UDP_NIGHT</name>${fields}`);
    await call(simulator, 'updatePhone', '<name>SEP00A1B2C30105</name><busyLampFields/>');
    const after = await found('6150');
    expect(after).toContain('UDP_NIGHT|254|busylampfield|4|6150|PT-Internal|Petra');
    expect(after.filter((row) => row.startsWith('SEP00A1B2C30105'))).toHaveLength(2);
  });

  it.each(['speeddial', 'blfspeeddial'])('and %s in pages by key, each row once', async (table) => {
    const all = texts(await query(`SELECT pkid FROM ${table} ORDER BY pkid`), 'pkid');
    const paged: string[] = [];
    for (;;) {
      const page = `SELECT FIRST 20 pkid FROM ${table} WHERE pkid > '${paged.at(-1) ?? ''}' ORDER BY pkid`;
      const keys = texts(await query(page), 'pkid');
      if (keys.length === 0) break;
      paged.push(...keys);
    }
    expect(paged).toEqual(all);
    expect(new Set(paged).size).toBeGreaterThan(40);
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
    'SELECT FIRST 1 name FROM device UNION ALL SELECT name FROM typeclass',
    'SELECT name FROM device UNION SELECT FIRST 1 name FROM typeclass',
    'SELECT `name` FROM device',
    'SELECT name FROM device WHERE \u00e9 = 1',
  ])('%s', async (sql) => {
    const before = simulator.state();
    expect(await refusal(sql)).toBe(syntax);
    expect(simulator.state()).toEqual(before);
    expect(texts(await query('SELECT COUNT(*) AS n FROM device'), 'n')).toEqual(['69']);
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
