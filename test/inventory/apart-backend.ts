import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { deviceCells } from '../support/made.js';

/**
 * A call manager that shares no code with the service or the simulator, for the requests of an inventory and for writes
 * of speed dials. It stores every list that a phone had, and when.
 */
export class ApartBackend {
  readonly phones: readonly ApartPhone[];
  /** The fault in its answer to a request for a page: late, busy, or lost. */
  fault: () => { readonly lateMs?: number; readonly as?: 'busy' | 'lost' } = () => ({});
  #server: Server | undefined;

  /** @param count how many phones; each tenth number has many buttons */
  constructor(count: number) {
    this.phones = Array.from({ length: count }, (_, n) => new ApartPhone(n, count));
  }

  async listen(): Promise<string> {
    this.#server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
      request.on('end', () => {
        const isPage = body.includes('AS ownerkey');
        const { lateMs = 0, as } = isPage ? this.fault() : {};
        void sleep(lateMs).then(() => {
          if (as === 'lost') response.destroy();
          else if (as === 'busy') response.writeHead(503).end('<html></html>');
          // A late answer shows the state at the request, or the present one.
          else response.writeHead(200, { 'content-type': 'text/xml' }).end(this.#answer(body));
        });
      });
    }).listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/axl/`;
  }

  close(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  #answer(body: string): string {
    const [, operation = ''] = /<(?:\w+:)?(getPhone|updatePhone|executeSQLQuery|getCCMVersion)[ >]/.exec(body) ?? [];
    const phone = this.phones.find(({ name }) => body.includes(`<name>${name}</name>`));
    const answers: Readonly<Record<string, () => string>> = {
      getCCMVersion: () => '<componentVersion><version>14.0.1.10000-1</version></componentVersion>',
      getPhone: () => phone?.xml() ?? '',
      updatePhone: () => phone?.update(body) ?? '',
      executeSQLQuery: () => this.#rows(/<sql>(.*)<\/sql>/s.exec(body)?.[1] ?? ''),
    };
    return (
      '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>' +
      `<a:${operation}Response xmlns:a="http://www.cisco.com/AXL/API/14.0"><return>${answers[operation]?.() ?? ''}` +
      `</return></a:${operation}Response></e:Body></e:Envelope>`
    );
  }

  #rows(sql: string): string {
    if (sql.startsWith('SELECT COUNT(*)')) return rowOf({ total: String(this.#counted(sql)) });
    const [, size = '0'] = /FIRST (\d+)/.exec(sql) ?? [];
    const [, how = '', key = ''] = /(&gt;|=) '([^']*)' ORDER/.exec(sql) ?? [];
    const [, keys] = / IN \(('.*')\) ORDER/.exec(sql) ?? [];
    const [, table = ''] = /FROM (\w+)/.exec(sql) ?? [];
    const isAsked = (owner: string): boolean => {
      if (keys !== undefined) return keys.includes(`'${owner}'`);
      return how === '=' ? owner === key : owner > key;
    };
    const rows: string[] = [];
    for (const phone of this.phones) {
      const owner = table === 'numplan' ? phone.number : phone.key;
      if (isAsked(owner)) rows.push(...phone.rows(table).map((cells) => rowOf({ ownerkey: owner, ...cells })));
      if (rows.length >= Number(size)) break;
    }
    return rows.slice(0, Number(size)).join('');
  }

  #counted(sql: string): number {
    const [, table = ''] = /FROM (\w+)/.exec(sql) ?? [];
    return this.phones.reduce((sum, phone) => sum + phone.rows(table).length, 0);
  }
}

export interface ApartDial {
  readonly index: string;
  readonly dirn: string;
  readonly label: string;
}

/** A phone with a line, speed dials and one busy lamp field. */
export class ApartPhone {
  readonly key: string;
  readonly number: string;
  readonly name: string;
  readonly dirn: string;
  /** Each list that it had, and in which time. */
  readonly history: { readonly dials: readonly ApartDial[]; readonly from: number; until: number }[] = [];
  readonly lamp: { readonly number: string; readonly dirn: string; readonly label: string };

  constructor(n: number, count: number) {
    this.key = keyOf('a', n);
    this.number = keyOf('b', n);
    this.name = `SEP${n.toString(16).toUpperCase().padStart(12, '0')}`;
    this.dirn = String(100_000 + n);
    const watched = Math.floor(n / 10) % count;
    this.lamp = { number: keyOf('b', watched), dirn: String(100_000 + watched), label: `Lamp ${n}` };
    const dials = [1, 2, 3].map((index) => ({
      ...{ index: String(index), dirn: String(100_000 + ((n * 7 + index) % count)), label: `Dial ${n} ${index}` },
    }));
    this.set(dials);
  }

  get dials(): readonly ApartDial[] {
    return this.history.at(-1)?.dials ?? [];
  }

  set(dials: readonly ApartDial[]): void {
    const last = this.history.at(-1);
    const now = Date.now();
    if (last) last.until = now;
    this.history.push({ dials, from: now, until: Infinity });
  }

  rows(table: string): Readonly<Record<string, string>>[] {
    const texts = { name: this.name, description: `Desk ${this.dirn}`, product: 'Cisco 8841', model: 'Cisco 8841' };
    const rows: Readonly<Record<string, Readonly<Record<string, string>>[]>> = {
      numplan: [{ pattern: this.dirn, routepartition: 'P', usage: '2', description: '', alertingname: '' }],
      device: [{ ...deviceCells(texts), pkid: this.key, tkclass: '1' }],
      devicenumplanmap: [{ fknumplan: this.number, position: '1', display: '' }],
      speeddial: this.dials.map(({ index, dirn, label }) => ({ position: index, dialled: dirn, label })),
      blfspeeddial: [{ position: '1', destination: '', fknumplan: this.lamp.number, label: this.lamp.label }],
    };
    return rows[table] ?? [];
  }

  xml(): string {
    const dials = this.dials.map(({ index, dirn, label }) => rowOf({ dirn, label, index }, 'speeddial')).join('');
    const device = `<name>${this.name}</name><class>Phone</class><product>Cisco 8841</product><model>Cisco 8841</model>`;
    return `<phone uuid="{${this.key.toUpperCase()}}">${device}<speeddials>${dials}</speeddials></phone>`;
  }

  update(body: string): string {
    const entries = body.matchAll(/<dirn>(.*?)<\/dirn><label>(.*?)<\/label><index>(.*?)<\/index>/g);
    this.set(Array.from(entries, ([, dirn = '', label = '', index = '']) => ({ index, dirn, label })));
    return `{${this.key.toUpperCase()}}`;
  }
}

function keyOf(kind: 'a' | 'b', n: number): string {
  return `${kind.repeat(8)}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

function rowOf(cells: Readonly<Record<string, string>>, name = 'row'): string {
  const elements = Object.entries(cells).map(([column, value]) => `<${column}>${value}</${column}>`);
  return `<${name}>${elements.join('')}</${name}>`;
}
