import { openAsBlob, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConnectionError, createClient, ProblemError } from '../../src/client/index.js';
import { readCsv } from '../../src/csv/rows.js';
import { caller } from '../support/caller.js';
import { emptyFolder, tidy } from '../support/processes.js';
import { startWithSimulator } from '../support/service-with-simulator.js';
import { writeCsv } from '../support/csv-file.js';

afterAll(tidy);

async function clientOf() {
  const { url } = await startWithSimulator({ DATABASE_URL: `sqlite:${emptyFolder()}/history.db`, CONSOLE: 'off' });
  return createClient({ baseUrl: url, username: caller.name, password: caller.password });
}

const textOf = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

describe('the client, with files of buttons', () => {
  it('exports the buttons of all devices, and imports them unchanged and changed, as text, as file and as stream', async () => {
    const client = await clientOf();
    const text = await textOf(await client.exportCsv({ all: true }));
    const unchanged = await client.importCsv(text, { draft: true }).catch((thrown: unknown) => thrown);
    expect(unchanged).toMatchObject({ state: 'reading' });
    const { lists } = readCsv(await textOf(await client.exportCsv({ device: 'SEP00A1B2C30011' }, { delimiter: ';' })));
    const changed = writeCsv(
      lists.map(({ rows, ...list }) => ({
        ...list,
        entries: rows.map(({ entry }) => ({ ...entry, label: `${entry.label}!` })),
      })),
    );
    const file = path.join(emptyFolder(), 'one.csv');
    writeFileSync(file, changed);
    const asked = { title: 'New labels', reason: 'Louder', idempotencyKey: 'k' };
    const change = await client.importCsv(await openAsBlob(file), asked);
    expect(change).toMatchObject({
      state: 'proposed',
      title: 'New labels',
      reason: 'Louder',
      counts: { total: lists.length },
    });
    const again = await client.importCsv(new Blob([changed]).stream(), asked);
    expect(again.id).toBe(change.id);
  });

  it('says what is wrong, line by line, and that a stream broke off', async () => {
    const client = await clientOf();
    const wrong = await client.importCsv('device\nA\n').catch((thrown: unknown) => thrown);
    expect(wrong).toBeInstanceOf(ProblemError);
    expect((wrong as ProblemError).errors[0]).toMatchObject({ field: 'line 1' });
    await expect(client.exportCsv({ device: 'NONE' })).rejects.toMatchObject({ code: 'phone-not-found' });
    const broken = createClient({ baseUrl: 'http://127.0.0.1:1', username: 'a', password: 'b' });
    await expect(broken.exportCsv({ search: 'x' })).rejects.toBeInstanceOf(ConnectionError);
  });
});
