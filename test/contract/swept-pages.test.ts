import { describe, expect, it, onTestFinished } from 'vitest';
import { createAxlBackend } from '../../src/axl/axl-backend.js';
import { readConfig } from '../../src/config/config.js';
import type { ClusterPages } from '../../src/inventory/cluster-pages.js';
import { openCall } from '../../src/use-cases/call-context.js';
import { startFake } from '../support/axl-backend.js';
import type { FakeOptions } from '../support/fake-axl-server.js';

/** How the inventory handles pages of a call manager, over real sockets. */

const [one, two] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];

async function pagesOf(options: FakeOptions): Promise<ClusterPages> {
  const fake = await startFake(options);
  const login = { AXL_USERNAME: 'axl', AXL_PASSWORD: 'right', AUTH_USERNAME: 'caller', AUTH_PASSWORD: 'secret' };
  const { axl } = readConfig({ AXL_URL: fake.url(), AXL_ALLOW_HTTP: 'true', AXL_VERSION: '14.0', ...login }, '');
  const backend = await createAxlBackend(axl, () => undefined);
  onTestFinished(() => backend.close());
  return backend.clusterPages;
}

const call = () => openCall({ requestId: 'test', timeoutMs: 20_000, isBackground: true }).context;

/** @returns a row as the call manager writes it */
function rowOf(cells: Readonly<Record<string, string>>): string {
  const written = Object.entries(cells).map(([name, text]) => `<${name}>${text}</${name}>`);
  return `<row>${written.join('')}</row>`;
}

const dial = (ownerkey: string, position: string, label = 'Anna') =>
  rowOf({ ownerkey, position, dialled: '0100', label });
const lamp = (ownerkey: string, position: string, label = 'Anna') =>
  rowOf({ ownerkey, position, destination: '0100', fknumplan: '', label });
const line = (ownerkey: string, position: string, fknumplan = two) =>
  rowOf({ ownerkey, fknumplan, position, display: '' });

describe('a page of buttons or lines', () => {
  it.each([
    ['dial', dial(one, '1') + dial(one, '1')],
    ['dial', dial(one, '1') + dial(one, '1', 'Berta') + dial(one, '1')],
    ['lamp', lamp(one, '1') + lamp(two, '3') + lamp(two, '3')],
    ['line', line(one, '1') + line(one, '1')],
  ] as const)('of the table %s with a row that is there twice is refused', async (table, rows) => {
    const pages = await pagesOf({ answers: { executeSQLQuery: () => rows } });
    await expect(pages.page(table, '', 100, call())).rejects.toMatchObject({
      code: 'call-manager-answer-invalid',
      facts: { detail: expect.stringContaining('is there twice') as string },
    });
  });

  it.each([
    ['dial', dial(one, '1') + dial(one, '2') + dial(two, '1')],
    ['dial', dial(one, '1') + dial(one, '1', 'Berta')],
    ['line', line(one, '1') + line(one, '1', one)],
  ] as const)('of the table %s with rows that are only alike is taken', async (table, rows) => {
    const pages = await pagesOf({ answers: { executeSQLQuery: () => rows } });
    expect(await pages.page(table, '', 100, call())).toMatchObject({ fetched: rows.split('<row>').length - 1 });
  });
});

describe('a column that a release lacks', () => {
  it.each([217, -217])('is left out if the call manager answers with the code %i', async (axlcode) => {
    const asked: string[] = [];
    const pages = await pagesOf({
      answers: { executeSQLQuery: () => rowOf({ ownerkey: one, fknumplan: two, position: '1' }) },
      notFound: (_, body) => {
        const statement = /<sql>(.*)<\/sql>/s.exec(body)?.[1];
        if (statement === undefined) return undefined;
        asked.push(statement);
        const words = 'Column (display) not found in any table in the query';
        return statement.includes('m.display') ? { axlcode, words } : undefined;
      },
    });
    expect(await pages.page('line', '', 100, call())).toMatchObject({
      rows: [{ owner: one, cells: { position: 1, number: two, display: '' } }],
    });
    expect(asked.map((statement) => statement.includes('m.display')).at(-1)).toBe(false);
  });
});
