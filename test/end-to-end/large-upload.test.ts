import { createWriteStream, readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { caller } from '../support/caller.js';
import { emptyFolder, tidy } from '../support/processes.js';
import { lacks, run } from '../support/programs.js';
import { startServiceProcess } from '../support/service-process.js';
import { serviceSettings } from '../support/test-service.js';

afterAll(tidy);

const devices = 20_000;
const buttons = 22;

function* rows(): Generator<string> {
  yield 'device,deviceKind,kind,index,dirn,partition,destination,label,pickup\r\n';
  for (let device = 0; device < devices; device += 1) {
    const name = `SEP${device.toString(16).toUpperCase().padStart(12, '0')}`;
    yield Array.from(
      { length: buttons },
      (_, place) => `${name},phone,speeddial,${place + 1},'0${1_000 + place},,,Someone with a name,\r\n`,
    ).join('');
  }
}

describe.skipIf(lacks('curl'))('a file of almost 30 MB', () => {
  it('is stored with little memory, and a killed upload leaves nothing to see', { timeout: 180_000 }, async () => {
    const folder = emptyFolder();
    const file = path.join(folder, 'large.csv');
    await pipeline(Readable.from(rows()), createWriteStream(file));
    // Nothing listens there: the lists are not read, only stored.
    const { url } = await startServiceProcess({
      ...{ ...serviceSettings('http://127.0.0.1:9'), DATABASE_URL: `sqlite:${folder}/history.db` },
      ...{ CONSOLE: 'off', INVENTORY: 'off', DATA_DIR: folder },
      // All of the file's rows would not fit.
      NODE_OPTIONS: '--max-old-space-size=128',
    });
    const login = ['-s', '-u', `${caller.name}:${caller.password}`];
    const sent = ['-H', 'Content-Type: text/csv', '--data-binary', `@${file}`];
    const cut = await run('curl', [...login, ...sent, '--max-time', '1', `${url}/changes`]);
    expect(cut.code).toBe(28);
    // The room of the upload before becomes free when its lists are deleted.
    const again = ['--retry', '9', '--retry-delay', '1', '--retry-all-errors', '-o', `${folder}/answer.json`];
    await run('curl', [...login, ...sent, ...again, '--fail-with-body', `${url}/changes?title=Large`]);
    const whole: unknown = JSON.parse(readFileSync(`${folder}/answer.json`, 'utf8'));
    expect(whole).toMatchObject({ title: 'Large', counts: { total: devices } });
    const listed = await run('curl', [...login, `${url}/changes`]);
    expect(JSON.parse(listed.stdout)).toHaveLength(1);
  });
});
