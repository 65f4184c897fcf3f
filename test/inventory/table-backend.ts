import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type AxlBackend, createAxlBackend } from '../../src/axl/axl-backend.js';
import { readConfig } from '../../src/config/config.js';
import { deviceCells } from '../support/made.js';

/** A row of a call manager's table: its columns by the names in an inventory's requests. */
export interface TableRow extends Readonly<Record<string, string>> {
  readonly ownerkey: string;
}

export type TableName = 'numplan' | 'device' | 'devicenumplanmap' | 'speeddial' | 'blfspeeddial' | 'callforwarddynamic';

/** The column that orders the rows of one owner. */
const indexColumn = 'position';

/** A call manager with these rows, which answers an inventory's requests over a socket. Each row has its own key. */
export class TableBackend {
  readonly tables: Record<TableName, readonly TableRow[]> = {
    ...{ numplan: [], device: [], devicenumplanmap: [], speeddial: [], blfspeeddial: [], callforwarddynamic: [] },
  };
  /** Every received statement. */
  readonly asked: string[] = [];
  /** Another answer to a statement: an HTTP body. */
  instead: (sql: string) => string | undefined = () => undefined;
  /** Rows of a table that never ends, after a key. */
  endless: ((table: TableName, after: string, size: number) => readonly TableRow[] | undefined) | undefined;
  url = '';
  #server: Server | undefined;

  async listen(): Promise<void> {
    this.#server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
      request.on('end', () => {
        const sql = (/<sql>(.*)<\/sql>/s.exec(body)?.[1] ?? '').replaceAll('&gt;', '>').replaceAll('&lt;', '<');
        this.asked.push(sql);
        const instead = this.instead(sql);
        const status = instead?.includes('Fault') ? 500 : 200;
        response.writeHead(status, { 'content-type': 'text/xml' }).end(instead ?? answer(this.#rows(sql)));
      });
    }).listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/axl/`;
  }

  close(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  #rows(sql: string): readonly Readonly<Record<string, string>>[] {
    if (sql.startsWith('SELECT COUNT(*)')) return [{ total: `${this.#counted(sql)}.0` }];
    const size = Number(/FIRST (\d+)/.exec(sql)?.[1]);
    const table = (/FROM (\w+)/.exec(sql)?.[1] ?? '') as TableName;
    const [, how = '', key = ''] = /\w+\.(?:pkid|fkdevice|fknumplan) (>|=) '([^']*)'/.exec(sql) ?? [];
    const keys = new Set(Array.from(/ IN \(('.*')\)/.exec(sql)?.[1]?.split(', ') ?? [], (text) => text.slice(1, -1)));
    const endless = this.endless?.(table, key, size);
    if (endless) return endless;
    const [, index, , own = ''] = /\(\w+\.\w+ > (\d+) OR \(\w+\.\w+ = (\d+) AND \w+\.pkid > '([^']*)'/.exec(sql) ?? [];
    const rows: readonly TableRow[] = this.tables[table].map((row, n) => ({ rowkey: keyOf('e', n), ...row }));
    return rows
      .filter(({ ownerkey }) => {
        if (keys.size > 0) return keys.has(ownerkey);
        return how === '=' ? ownerkey === key : ownerkey > key;
      })
      .filter(({ [indexColumn]: at = '0', rowkey = '' }) =>
        index === undefined ? true : Number(at) > Number(index) || (at === index && rowkey > own),
      )
      .slice(0, size)
      .map(({ shown, ...row }) => ({ ...row, ownerkey: shown ?? row.ownerkey }));
  }

  #counted(sql: string): number {
    const table = (/FROM (\w+)/.exec(sql)?.[1] ?? '') as TableName;
    const [, key] = /(?:pkid|fkdevice) = '([^']*)'/.exec(sql) ?? [];
    return this.tables[table].filter(({ ownerkey }) => key === undefined || ownerkey === key).length;
  }
}

/** Opens a call manager with tables, and a backend for it. Both are closed after the test. */
export async function openTables(): Promise<{ readonly tables: TableBackend; readonly backend: AxlBackend }> {
  const tables = new TableBackend();
  await tables.listen();
  onTestFinished(() => {
    tables.close();
  });
  const login = { AXL_USERNAME: 'axl', AXL_PASSWORD: 'secret', AUTH_USERNAME: 'caller', AUTH_PASSWORD: 'secret' };
  const { axl } = readConfig({ AXL_URL: tables.url, AXL_ALLOW_HTTP: 'true', AXL_VERSION: '14.0', ...login }, '');
  const backend = await createAxlBackend(axl, () => undefined);
  onTestFinished(() => backend.close());
  return { tables, backend };
}

/** @returns a key; keys of one kind are in the order of their numbers */
export function keyOf(kind: string, n: number): string {
  return `${kind.repeat(8)}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

export function phoneRow(n: number, more: Readonly<Record<string, string>> = {}): TableRow {
  const key = keyOf('a', n);
  const name = `SEP${n.toString(16).toUpperCase().padStart(12, '0')}`;
  const texts = { name, description: `Desk ${n}`, product: 'Cisco 8841', model: 'Cisco 8841' };
  return { ownerkey: key, pkid: key, ...deviceCells(texts), tkclass: '1', ...more };
}

export function numberRow(n: number, pattern: string, more: Readonly<Record<string, string>> = {}): TableRow {
  return {
    ...{ ownerkey: keyOf('b', n), pattern, routepartition: 'P', usage: '2', description: '', alertingname: '' },
    ...more,
  };
}

export function dialRow(n: number, position: number, dialled: string, label: string, more = {}): TableRow {
  return { ownerkey: keyOf('a', n), position: String(position), dialled, label, ...more };
}

function answer(rows: readonly Readonly<Record<string, string>>[]): string {
  const texts = rows.map((row) => {
    const cells = Object.entries(row).map(([column, value]) => `<${column}>${value}</${column}>`);
    return `<row>${cells.join('')}</row>`;
  });
  return (
    '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>' +
    `<a:executeSQLQueryResponse xmlns:a="http://www.cisco.com/AXL/API/14.0"><return>${texts.join('')}</return>` +
    '</a:executeSQLQueryResponse></e:Body></e:Envelope>'
  );
}

/** The call manager's fault for an answer that is too large. */
export function tooLargeFault(rows: number): string {
  const words = `Query request too large. Total rows matched: ${rows} rows. Suggested row fetch: less than ${rows} rows`;
  return (
    '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><e:Fault><faultcode>e:Server</faultcode>' +
    `<faultstring>${words}</faultstring></e:Fault></e:Body></e:Envelope>`
  );
}
