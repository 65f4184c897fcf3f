import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Database, default as initSqlJs } from 'sql.js';
import { onTestFinished } from 'vitest';
import { root } from '../support/project.js';

/** The deviation of one backend. */
export interface Turn {
  /** Changes a query before it runs. */
  readonly query?: (sql: string) => string;
  /** Changes the names and values of a row. */
  readonly row?: (row: readonly (readonly [name: string, value: string])[]) => readonly (readonly [string, string])[];
  /** The codes of an unknown column, and of an unknown table. */
  readonly codes?: readonly [column: number, table: number];
  /** How far its clock is ahead, in milliseconds. */
  readonly aheadMs?: number;
}

const tables = `
CREATE TABLE device (pkid, name, description, tkclass INTEGER, tkproduct INTEGER, tkmodel INTEGER, tkdeviceprofile INTEGER);
CREATE TABLE typeproduct (enum INTEGER, name); CREATE TABLE typemodel (enum INTEGER, name);
CREATE TABLE typeclass (enum INTEGER, name); CREATE TABLE devicepool (pkid, name);
CREATE TABLE numplan (pkid, dnorpattern, description, tkpatternusage INTEGER, fkroutepartition);
CREATE TABLE callforwarddynamic (pkid, fknumplan, cfadestination, cfavoicemailenabled);
CREATE TABLE routepartition (pkid, name);
CREATE TABLE devicenumplanmap (pkid, fkdevice, fknumplan, numplanindex INTEGER, display);
CREATE TABLE speeddial (pkid, fkdevice, speeddialindex INTEGER, speeddialnumber, label);
CREATE TABLE blfspeeddial (pkid, fkdevice, fknumplan, blfindex INTEGER, blfdestination, label);
INSERT INTO typeproduct VALUES (684, 'Cisco 8841'); INSERT INTO typemodel VALUES (683, 'Cisco 8841');
INSERT INTO typeclass VALUES (1, 'Phone'), (254, 'Device Profile'); INSERT INTO devicepool VALUES ('k1', 'DP');
INSERT INTO routepartition VALUES ('${keyOf(900)}', 'PT');`;

function keyOf(number: number): string {
  return `${number.toString(16).padStart(8, '0')}-1111-4222-8333-444455556666`;
}

function filled(database: Database): Database {
  database.run(tables);
  for (let number = 1; number <= 40; number += 1) {
    const [device, line] = [keyOf(number), keyOf(1_000 + number)];
    const name = number === 40 ? 'Profile_40' : `SEP${String(number).padStart(12, 'A')}`;
    const pattern = number % 2 === 0 ? `\\+4930${1_000 + number}` : String(4_000 + number);
    database.run('INSERT INTO device VALUES (?, ?, ?, ?, 684, 683, 0)', [
      device,
      name,
      `Desk ${number}`,
      number === 40 ? 254 : 1,
    ]);
    database.run('INSERT INTO numplan VALUES (?, ?, ?, 2, ?)', [line, pattern, '', keyOf(900)]);
    database.run('INSERT INTO devicenumplanmap VALUES (?, ?, ?, 1, ?)', [keyOf(2_000 + number), device, line, '']);
    database.run('INSERT INTO speeddial VALUES (?, ?, 1, ?, ?)', [keyOf(3_000 + number), device, '0100', 'Desk']);
    database.run('INSERT INTO blfspeeddial VALUES (?, ?, ?, 2, NULL, ?)', [
      keyOf(4_000 + number),
      device,
      line,
      'Lamp',
    ]);
  }
  database.run('PRAGMA case_sensitive_like = ON');
  return database;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const unescaped = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** Informix's FIRST n becomes SQLite's LIMIT n, at the end of its query. */
function limited(sql: string): string {
  const inner = /\(SELECT FIRST (\d+) ([^()]*)\)/.exec(sql);
  if (inner) return limited(sql.replace(inner[0], `(SELECT ${inner[2] ?? ''} LIMIT ${inner[1] ?? ''})`));
  const first = /^SELECT FIRST (\d+) /.exec(sql);
  return first ? `${sql.replace(/FIRST \d+ /, '')} LIMIT ${first[1] ?? ''}` : sql;
}

function rowsOf(database: Database, sql: string, { row = (cells) => cells }: Turn): string {
  const [found] = database.exec(limited(sql));
  return (found?.values ?? [])
    .map((values) =>
      row((found?.columns ?? []).map((name, place) => [name.toLowerCase(), String(values[place] ?? '')] as const)),
    )
    .map((cells) => `<row>${cells.map(([name, value]) => `<${name}>${escaped(value)}</${name}>`).join('')}</row>`)
    .join('');
}

/**
 * A call manager that answers only getCCMVersion and executeSQLQuery, from its own tables. It shares no code with the
 * simulator; its codes are negative, as in published captures.
 */
export async function startWrittenBackend(turn: Turn = {}): Promise<string> {
  const load = createRequire(import.meta.url)(`${root}dist/third-party/sql.js/dist/sql-wasm.js`) as typeof initSqlJs;
  const { Database: NewDatabase } = await load();
  const database = filled(new NewDatabase());
  const [noColumn, noTable] = turn.codes ?? [-217, -206];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const operation = / (\w+)"$/.exec(String(request.headers['soapaction']))?.[1] ?? '';
      const send = (status: number, content: string) => {
        const date = new Date(Date.now() + (turn.aheadMs ?? 0)).toUTCString();
        response.writeHead(status, { 'content-type': 'text/xml; charset=utf-8', date });
        response.end(
          `<E:Envelope xmlns:E="http://schemas.xmlsoap.org/soap/envelope/"><E:Body>${content}</E:Body></E:Envelope>`,
        );
      };
      const answer = (inside: string): void => {
        send(200, `<${operation}Response><return>${inside}</return></${operation}Response>`);
      };
      if (operation === 'getCCMVersion') {
        answer('<componentVersion><version>14.0.1.1</version></componentVersion>');
        return;
      }
      const sql = unescaped(/<sql>([^]*)<\/sql>/.exec(body)?.[1] ?? '');
      try {
        answer(rowsOf(database, turn.query?.(sql) ?? sql, turn));
      } catch (thrown) {
        const words = thrown instanceof Error ? thrown.message : '';
        const code = words.includes('no such column') ? noColumn : words.includes('no such table') ? noTable : 201;
        const detail = `<detail><axlError><axlcode>${code}</axlcode><axlmessage>It is refused</axlmessage></axlError></detail>`;
        send(500, `<E:Fault><faultcode>E:Client</faultcode><faultstring>refused</faultstring>${detail}</E:Fault>`);
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    database.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/axl/`;
}
