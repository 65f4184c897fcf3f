import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import type { Observation } from '../../src/observability/observations.js';
import { CertificateRenewal } from '../../src/tls/certificate-renewal.js';
import { type Certificate, certificateFor } from '../support/certificates.js';
import { samplesIn } from './exposition.js';
import { authorization } from '../support/caller.js';
import { environmentFor, startTestService, type TestService } from '../support/test-service.js';

let folder: string;
let simulator: RunningSimulator;
let service: TestService | undefined;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'certificates-'));
});

afterEach(async () => {
  await service?.stop('test');
  service = undefined;
  await simulator.close();
  rmSync(folder, { recursive: true });
});

const file = (name: string): string => path.join(folder, name);

/** Writes a file in one step, so that the service never reads half of it. */
function replaceFile(name: string, text: string): void {
  writeFileSync(file(`${name}.new`), text);
  renameSync(file(`${name}.new`), file(name));
}

/** What was logged about certificates after the start. */
const told = () =>
  (service?.observations ?? [])
    .filter((seen) => seen.kind === 'certificates')
    .filter(({ state }) => state !== 'in-use')
    .map(({ variable, state, cause }) => [variable, state, ...(cause === undefined ? [] : [cause])]);

const soon = { timeout: 20_000, interval: 50 };

describe('TLS_CERT_FILE and TLS_KEY_FILE', () => {
  beforeEach(async () => {
    simulator = await startSimulator();
  });

  const make = (name: string) => certificateFor(['localhost'], { name });

  async function start(TLS_CERT_FILE: string, TLS_KEY_FILE: string): Promise<TestService> {
    service = await startTestService({ ...environmentFor(simulator), TLS_CERT_FILE, TLS_KEY_FILE });
    return service;
  }

  /** @returns the name in the certificate that the service shows to a new connection */
  function shown(): Promise<string> {
    const { port } = new URL(service?.url ?? '');
    return new Promise((resolve, reject) => {
      const socket = tls.connect({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false }, () => {
        resolve(String(socket.getPeerCertificate().subject.CN));
        socket.destroy();
      });
      socket.on('error', reject);
    });
  }

  function write({ cert, key }: Certificate): void {
    replaceFile('cert.pem', cert);
    replaceFile('key.pem', key);
  }

  it('are used when they change, without a signal', async () => {
    write(await make('first'));
    await start(file('cert.pem'), file('key.pem'));
    expect(await shown()).toBe('first');
    write(await make('second'));
    await expect.poll(shown, soon).toBe('second');
    expect(told()).toEqual([['TLS_CERT_FILE', 'renewed']]);
  });

  it('are used on SIGHUP at once', async () => {
    write(await make('first'));
    const running = await start(file('cert.pem'), file('key.pem'));
    write(await make('second'));
    await running.reload();
    expect(await shown()).toBe('second');
    await running.reload();
    expect(told()).toEqual([['TLS_CERT_FILE', 'renewed']]);
  });

  it('are used through a link that points elsewhere, as Kubernetes does it', async () => {
    for (const name of ['first', 'second']) {
      mkdirSync(file(name));
      const { cert, key } = await make(name);
      writeFileSync(path.join(file(name), 'tls.crt'), cert);
      writeFileSync(path.join(file(name), 'tls.key'), key);
    }
    symlinkSync('first', file('data'));
    symlinkSync('data/tls.crt', file('tls.crt'));
    symlinkSync('data/tls.key', file('tls.key'));
    await start(file('tls.crt'), file('tls.key'));
    symlinkSync('second', file('data.new'));
    renameSync(file('data.new'), file('data'));
    await expect.poll(shown, soon).toBe('second');
  });

  it('stay in use while the new ones do not match, which is logged once, and again on SIGHUP', async () => {
    const first = await make('first');
    write(first);
    const running = await start(file('cert.pem'), file('key.pem'));
    const second = await make('second');
    replaceFile('cert.pem', second.cert);
    const noPair = ['TLS_CERT_FILE', 'unusable', 'the key does not belong to the certificate'];
    await expect.poll(told, soon).toEqual([noPair]);
    expect(await shown()).toBe('first');
    await new Promise((resolve) => setTimeout(resolve, 4_500));
    expect(told()).toEqual([noPair]);
    await running.reload();
    expect(told()).toEqual([noPair, noPair]);
    replaceFile('key.pem', second.key);
    await expect.poll(shown, soon).toBe('second');
    expect(told().at(-1)).toEqual(['TLS_CERT_FILE', 'renewed']);
  });

  it.each([
    ['hold no certificate', 'cert.pem', 'x', 'no certificate in PEM form'],
    ['hold half a certificate', 'cert.pem', '-----BEGIN CERTIFICATE-----\nMIIB', 'a certificate is incomplete'],
    ['hold no key', 'key.pem', 'x', 'no private key without a passphrase in PEM form'],
    ['are gone', 'key.pem', undefined, 'ENOENT'],
  ])('stay in use if the new files %s', async (_what, name, text, cause) => {
    write(await make('first'));
    const running = await start(file('cert.pem'), file('key.pem'));
    if (text === undefined) rmSync(file(name));
    else replaceFile(name, text);
    await running.reload();
    expect(told()).toEqual([['TLS_CERT_FILE', 'unusable', cause]]);
    expect(await shown()).toBe('first');
    const samples = samplesIn(await (await fetch(`${running.adminUrl}/metrics`)).text());
    expect(samples).toContainEqual({
      name: 'axl_phone_proxy_certificate_files_unusable',
      labels: { file: 'TLS_CERT_FILE' },
      value: 1,
    });
  });
});

describe('the sslrootcert of DATABASE_URL', () => {
  it('is logged when it changes, and if it cannot be used', async () => {
    simulator = await startSimulator();
    const [first, second] = await Promise.all(['one', 'another'].map((name) => certificateFor(['x'], { name })));
    replaceFile('authorities.pem', first?.cert ?? '');
    const files = { tls: undefined, axlCaFile: undefined, historyCaFile: file('authorities.pem') };
    const seen: Observation[] = [];
    const renewal = new CertificateRenewal(files, 20);
    const nobody = { renewCertificate: () => undefined, renewAuthorities: () => undefined };
    renewal.start(nobody, nobody, (observation) => seen.push(observation));
    replaceFile('authorities.pem', second?.cert ?? '');
    await expect.poll(() => seen.length, soon).toBe(2);
    replaceFile('authorities.pem', 'nothing of use');
    await expect.poll(() => seen.length, soon).toBe(3);
    renewal.close();
    expect(seen).toMatchObject([
      { variable: 'DATABASE_URL', state: 'in-use', certificates: [{ subject: 'one' }] },
      { variable: 'DATABASE_URL', state: 'renewed', certificates: [{ subject: 'another' }] },
      { variable: 'DATABASE_URL', state: 'unusable', cause: 'no certificate in PEM form' },
    ]);
  });
});

describe('AXL_CA_FILE', () => {
  let other: Certificate;

  beforeEach(async () => {
    simulator = await startSimulator({ tls: true });
    other = await certificateFor(['localhost'], { name: 'another call manager' });
  });

  async function start(pem: string): Promise<TestService> {
    replaceFile('ca.pem', pem);
    service = await startTestService({
      ...environmentFor(simulator),
      AXL_VERSION: '14.0',
      AXL_CA_FILE: file('ca.pem'),
      AXL_VERIFY_WRITES: 'off',
    });
    return service;
  }

  const lookup = async () =>
    (await fetch(`${service?.url ?? ''}/phone/?dirn=2001`, { headers: { authorization: authorization() } })).status;

  it('is used when it changes: new connections are verified by it', async () => {
    await start(other.cert);
    expect(await lookup()).toBe(502);
    writeFileSync(file('ca.new'), `${other.cert}\n${simulator.certificate ?? ''}`);
    renameSync(file('ca.new'), file('ca.pem'));
    await expect.poll(told, soon).toEqual([['AXL_CA_FILE', 'renewed']]);
    await expect.poll(lookup, soon).toBe(200);
  });

  it('lets running requests end normally, and keeps no old connection for later ones', async () => {
    const running = await start(simulator.certificate ?? '');
    expect(await lookup()).toBe(200);
    simulator.misbehave({ kind: 'delay', operation: 'listLine', ms: 1_000, times: 1 });
    const before = simulator.stats().requests['listLine'] ?? 0;
    const headers = { authorization: authorization(), 'content-type': 'application/json' };
    simulator.misbehave({ kind: 'delay', operation: 'updatePhone', ms: 1_000, times: 1 });
    const write = fetch(`${service?.url ?? ''}/speeddials?phone=SEP00A1B2C30001`, {
      ...{ method: 'POST', headers, body: '[]' },
    });
    await expect.poll(() => simulator.stats().inFlight).toBe(1);
    replaceFile('ca.pem', other.cert);
    await running.reload();
    expect(await lookup()).toBe(502);
    expect((await write).status).toBe(200);
    expect(simulator.stats().requests['listLine'] ?? 0).toBe(before);
  });

  it('stays in use if the new one cannot be used', async () => {
    const running = await start(simulator.certificate ?? '');
    replaceFile('ca.pem', '');
    await running.reload();
    expect(told()).toEqual([['AXL_CA_FILE', 'unusable', 'no certificate in PEM form']]);
    expect(await lookup()).toBe(200);
  });

  it('is shown in the metrics with its remaining time, while it is in use', async () => {
    const until = new Date(Date.now() + 20 * 86_400_000);
    const ending = await certificateFor(['localhost'], { name: 'ending', until });
    const running = await start(`${ending.cert}\n${other.cert}`);
    const shown = async () => {
      const samples = samplesIn(await (await fetch(`${running.adminUrl}/metrics`)).text());
      return samples
        .filter(({ name }) => name === 'axl_phone_proxy_certificate_remaining_seconds')
        .map(({ labels, value }) => [labels['file'], labels['subject'], Math.round(value / 86_400)]);
    };
    expect(await shown()).toEqual([
      ['AXL_CA_FILE', 'ending', 20],
      ['AXL_CA_FILE', 'another call manager', 365],
    ]);
    replaceFile('ca.pem', other.cert);
    await running.reload();
    expect(await shown()).toEqual([['AXL_CA_FILE', 'another call manager', 365]]);
  });
});
