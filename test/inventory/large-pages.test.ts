import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { SaxesParser } from 'saxes';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAxlBackend } from '../../src/axl/axl-backend.js';
import { readConfig } from '../../src/config/config.js';
import type { SweepPosition } from '../../src/inventory/store/inventory-store.js';
import type { InventoryStore } from '../../src/inventory/store/whole-store.js';
import { sweep } from '../../src/inventory/sweep.js';
import type { SweptPage } from '../../src/inventory/swept-tables.js';
import { openCall } from '../../src/use-cases/call-context.js';

/** Pages of nearly 2 MB, over real sockets: each is processed piece by piece, and other work runs in between. */

const rows = 13_000;

/** A call manager in its own process, with one page of speed dials and nothing else. */
const server = `
  const key = (n) => '00000000-0000-4000-8000-' + String(n).padStart(12, '0');
  const row = (n) => '<row><ownerkey>' + key(Math.floor(n / 10) + 1) + '</ownerkey><position>' + n % 10 +
    '</position><dialled>' + (1000000 + n) + '</dialled><label>Person ' + n + ' of some name</label></row>';
  const rows = Array.from({ length: ${rows} }, (_, n) => row(n));
  const answer = (rows) => '<?xml version="1.0"?><e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/">' +
    '<e:Body><a:executeSQLQueryResponse xmlns:a="http://www.cisco.com/AXL/API/14.0"><return>' + rows.join('') +
    '</return></a:executeSQLQueryResponse></e:Body></e:Envelope>';
  require('node:http').createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => { body += piece; });
    request.on('end', () => {
      const [, after = ''] = /'([^']*)' ORDER BY/.exec(body) ?? [];
      const of = /from speeddial\\b/i.test(body) ? rows.filter((row) => row.slice(15, 51) > after) : [];
      const asked = body.includes('COUNT(*)') ? ['<row><total>' + of.length + '</total></row>'] : of;
      response.writeHead(200, { 'content-type': 'text/xml' }).end(answer(asked));
    });
  }).listen(0, '127.0.0.1', function () { console.log(this.address().port); });
`;

async function callManager() {
  const child = spawn(process.execPath, ['-e', server], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  const login = { AXL_USERNAME: 'axl', AXL_PASSWORD: 'secret', AUTH_USERNAME: 'caller', AUTH_PASSWORD: 'secret' };
  const axlUrl = `http://127.0.0.1:${port.toString().trim()}/axl/`;
  const { axl } = readConfig({ AXL_URL: axlUrl, AXL_ALLOW_HTTP: 'true', AXL_VERSION: '14.0', ...login }, '');
  const backend = await createAxlBackend(axl, () => undefined);
  onTestFinished(() => backend.close());
  return backend;
}

/**
 * Watches the turns of the event loop. @returns a function that returns how much one turn has parsed at most, and its
 * CPU time
 */
function watchTurns() {
  let [parsed, mostParsed, mostCpuMs] = [0, 0, 0];
  let isOver = false;
  let before = process.cpuUsage();
  const prototype = SaxesParser.prototype as unknown as Record<
    'write',
    (this: unknown, text: string | null) => unknown
  >;
  const { write } = prototype;
  const spy = vi.spyOn(prototype, 'write').mockImplementation(function (this: unknown, text: string | null) {
    // The end of the document is null.
    parsed += text?.length ?? 0;
    return write.call(this, text);
  });
  const turn = (): void => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    [mostParsed, mostCpuMs] = [Math.max(mostParsed, parsed), Math.max(mostCpuMs, (user + system) / 1_000)];
    parsed = 0;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    isOver = true;
    spy.mockRestore();
    return { mostParsed, mostCpuMs };
  };
}

describe('a page of nearly 2 MB', () => {
  it('does not block the event loop', { timeout: 120_000 }, async ({ annotate }) => {
    const told: string[] = [];
    const { clusterPages: pages } = await callManager();
    const position: SweepPosition = { sweeper: 'test', generation: 1, place: 0, began: 0, tables: {} };
    for (let round = 0; round < 5; round += 1) {
      const kept: SweptPage[] = [];
      const store = {
        keep: (_position: SweepPosition, page: SweptPage) => Promise.resolve(void kept.push(page)),
      } as unknown as InventoryStore;
      let bytes = 0;
      const over = watchTurns();
      await sweep(position, {
        pages,
        store,
        turn: () => Promise.resolve(openCall({ requestId: 'test', timeoutMs: 60_000, isBackground: true })),
        swept: (page) => void (bytes += page.bytes),
      });
      const { mostParsed, mostCpuMs } = over();
      // Of all threads, including garbage collection for other tests. So it is only printed (`--reporter=verbose`),
      // without a limit in the test.
      told.push(`${mostCpuMs.toFixed(1)} ms`);
      const dials = kept.filter(({ table }) => table === 'dial');
      expect(bytes).toBeGreaterThan(1_900_000);
      expect(dials.flatMap((page) => page.rows)).toHaveLength(rows);
      // The work of one turn depends on how much it parses, and then on the rows that are stored at once.
      expect(mostParsed).toBeLessThanOrEqual(64 * 1024);
      expect(Math.max(...dials.map((page) => page.rows.length))).toBeLessThanOrEqual(500);
    }
    await annotate(`most CPU of one turn, round by round: ${told.join(', ')}`);
  });
});
