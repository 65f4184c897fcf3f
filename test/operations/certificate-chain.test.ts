import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authority, certificateFor } from '../support/certificates.js';
import { connect, startFake } from '../support/axl-backend.js';
import { lacks, run } from '../support/programs.js';
import { root } from '../support/project.js';

/** The line in docs/start.md that saves the certificates of a call manager's port. */
const [, saving = ''] =
  /^ *(openssl s_client -showcerts .*)$/m.exec(readFileSync(`${root}docs/start.md`, 'utf8')) ?? [];

describe.skipIf(lacks('openssl'))('the certificates that the line of docs/start.md saves', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'chain-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** Runs the line against a port of this machine. */
  async function save(url: string): Promise<string> {
    expect(saving).toContain('cucm.example.com:8443');
    const line = saving.replace('cucm.example.com:8443', new URL(url).host);
    const { code, output } = await run('sh', ['-c', line], '', folder);
    expect(code, output).toBe(0);
    return path.join(folder, 'cucm.pem');
  }

  it('are accepted as AXL_CA_FILE if a private authority signed the first and the server sends both', async () => {
    const company = await authority('company');
    const own = await certificateFor(['127.0.0.1'], { ca: company });
    const fake = await startFake({ tls: { ...own, cert: `${own.cert}\n${company.cert}` } });
    const AXL_CA_FILE = await save(fake.url());
    expect(readFileSync(AXL_CA_FILE, 'utf8').match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
    const side = await connect(fake.url(), { AXL_VERSION: '14.0', AXL_CA_FILE });
    expect(await side.find('0100')).toEqual([]);
  });

  it('are accepted as AXL_CA_FILE if the server has a self-signed one', async () => {
    const fake = await startFake({ tls: await certificateFor(['localhost', '127.0.0.1']) });
    const side = await connect(fake.url(), { AXL_VERSION: '14.0', AXL_CA_FILE: await save(fake.url()) });
    expect(await side.find('0100')).toEqual([]);
  });

  it('are accepted as AXL_CA_FILE if the server does not send the authority', async () => {
    const own = await certificateFor(['127.0.0.1'], { ca: await authority('company') });
    const fake = await startFake({ tls: own });
    const side = await connect(fake.url(), { AXL_VERSION: '14.0', AXL_CA_FILE: await save(fake.url()) });
    expect(await side.find('0100')).toEqual([]);
  });
});
