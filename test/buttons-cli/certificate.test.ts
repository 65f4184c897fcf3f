import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { caller } from '../support/caller.js';
import { authority, type Certificate, certificateFor } from '../support/certificates.js';
import { emptyFolder, run, tidy } from '../support/processes.js';
import { serviceSettings, startTestService, type TestService } from '../support/test-service.js';
import { officeOf } from './office.js';

let simulator: RunningSimulator;
let service: TestService;
let company: Certificate;
let pair: Certificate;

beforeAll(async () => {
  company = await authority('company');
  pair = await certificateFor(['localhost'], { ca: company });
  simulator = await startSimulator({ seed: officeOf(10) });
  const files = { TLS_CERT_FILE: saved(pair.cert), TLS_KEY_FILE: saved(pair.key) };
  const history = { DATABASE_URL: `sqlite:${join(emptyFolder(), 'history.db')}` };
  service = await startTestService({ ...serviceSettings(simulator.url), ...files, ...history });
});

afterAll(async () => {
  await service.stop('test');
  await simulator.close();
  await tidy();
});

function saved(text: string): string {
  const file = join(emptyFolder(), 'file');
  writeFileSync(file, text);
  return file;
}

function buttons(environment: Readonly<Record<string, string>>, ...given: readonly string[]) {
  const env = {
    PHONE_PROXY_URL: `https://localhost:${new URL(service.url).port}`,
    PHONE_PROXY_USERNAME: caller.name,
    PHONE_PROXY_PASSWORD_FILE: saved(`${caller.password}\n`),
    ...environment,
  };
  return run(['buttons', ...given], { env });
}

describe('a service whose certificate is from a private authority', () => {
  it('is trusted if PHONE_PROXY_CA_FILE has it or its authority, for reading and changing', async () => {
    const byAuthority = { PHONE_PROXY_CA_FILE: saved(company.cert) };
    expect((await buttons(byAuthority, 'find', '7000')).stdout).toContain('Buttons to this number:');
    const trusted = { PHONE_PROXY_CA_FILE: saved(pair.cert) };
    const { code, stdout } = await buttons(trusted, 'relabel', '7000', 'New', '--yes');
    expect([code, stdout]).toEqual([0, expect.stringContaining('8 lists: 8 changed')]);
  });

  it('is not trusted otherwise, and the error names the variable', async () => {
    const { code, stderr } = await buttons({}, 'find', '7000');
    expect([code, stderr]).toEqual([1, expect.stringContaining('PHONE_PROXY_CA_FILE')]);
  });
});
