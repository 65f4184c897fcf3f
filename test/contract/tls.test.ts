import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkConfig } from '../../src/commands/check-config.js';
import { readConfig } from '../../src/config/config.js';
import { seeCertificate } from '../../src/doctor/certificate.js';
import type { Observation } from '../../src/observability/observations.js';
import { startService } from '../../src/service.js';
import { authority, type Certificate, certificateFor } from '../support/certificates.js';
import { connect, startFake } from '../support/axl-backend.js';

const fixed = { AXL_VERSION: '14.0' };

let folder: string;
let loopback: Certificate;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'tls-'));
  loopback = await certificateFor(['localhost', '127.0.0.1']);
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

function caFile(name: string, ...certificates: readonly Certificate[]): { AXL_CA_FILE: string } {
  const file = path.join(folder, `${name}.pem`);
  writeFileSync(file, certificates.map(({ cert }) => cert).join('\n'));
  return { AXL_CA_FILE: file };
}

function refusal(advice: string, cause: unknown = expect.any(String)) {
  return {
    code: 'call-manager-unreachable',
    message: expect.stringContaining(advice) as unknown,
    facts: { effect: 'none', cause },
  };
}

describe('the certificate of the call manager', () => {
  it('is refused if it is self-signed, with advice', async () => {
    const fake = await startFake({ tls: loopback });
    const side = await connect(fake.url(), fixed);
    await expect(side.find('0100')).rejects.toMatchObject(refusal('set AXL_CA_FILE'));
    await expect(side.replace('SEP1', [])).rejects.toMatchObject(refusal('set AXL_CA_FILE'));
    expect(fake.exchanges).toEqual([]);
  });

  it('is refused with the same advice when nothing is sent any more', async () => {
    const fake = await startFake({ tls: loopback });
    const side = await connect(fake.url(), fixed);
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => side.find('0100')));
    expect(tries.map(({ status }) => status)).toEqual(Array(8).fill('rejected'));
    await expect(side.find('0100')).rejects.toMatchObject({
      code: 'call-manager-unavailable',
      message: expect.stringContaining('set AXL_CA_FILE') as unknown,
    });
  });

  it('is accepted if it is itself the AXL_CA_FILE, also with a session', async () => {
    const fake = await startFake({ tls: loopback });
    const side = await connect(fake.url('localhost'), { ...fixed, ...caFile('self', loopback) });
    await side.find('0100');
    await side.find('0100');
    expect(fake.story).toEqual(['listLine 14.0 login 200', 'listLine 14.0 cookie 200']);
  });

  it('is accepted only if an authority in AXL_CA_FILE signed it', async () => {
    const [company, stranger] = [await authority('company'), await authority('stranger')];
    const fake = await startFake({ tls: await certificateFor(['127.0.0.1'], { ca: company }) });
    const side = await connect(fake.url(), { ...fixed, ...caFile('bundle', stranger, company) });
    expect(await side.find('0100')).toEqual([]);
    const other = await connect(fake.url(), { ...fixed, ...caFile('stranger', stranger) });
    await expect(other.find('0100')).rejects.toMatchObject(refusal('set AXL_CA_FILE'));
  });

  it('is accepted if it is itself in AXL_CA_FILE, also if an authority signed it', async () => {
    const company = await authority('company');
    const [own, next] = [
      await certificateFor(['127.0.0.1'], { ca: company }),
      await certificateFor(['127.0.0.1'], { ca: company }),
    ];
    const fake = await startFake({ tls: own });
    const { AXL_CA_FILE } = caFile('own', own);
    const side = await connect(fake.url(), { ...fixed, AXL_CA_FILE });
    expect(await side.find('0100')).toEqual([]);
    const told: string[] = [];
    const users = { AUTH_USERNAME: 'caller', AUTH_PASSWORD: 'secret', PORT: '0', ADMIN_PORT: '0', DATABASE_URL: 'off' };
    const axl = { AXL_URL: fake.url(), AXL_USERNAME: 'axl', AXL_PASSWORD: 'right' };
    await checkConfig({ ...users, ...axl, ...fixed, AXL_CA_FILE }, (text) => Promise.resolve(void told.push(text)), {
      connect: true,
    });
    expect(told).toContain('The call manager answers and accepts the credentials.');
    const seen = (file: string) =>
      seeCertificate({ name: 'node1', shown: 'the publisher', url: new URL(fake.url()) }, file, 10_000, Date.now());
    expect(await seen(AXL_CA_FILE)).toMatchObject({ unverified: undefined });
    // Only exactly this one is trusted: no other certificate of the same authority, and none that it signs.
    const strangers = { next, signed: await certificateFor(['127.0.0.1'], { name: 'signed', ca: own }) };
    for (const [name, stranger] of Object.entries(strangers)) {
      const other = await startFake({ tls: stranger });
      const careful = await connect(other.url(), { ...fixed, AXL_CA_FILE });
      await expect(careful.find('0100'), name).rejects.toMatchObject(refusal('set AXL_CA_FILE'));
    }
    const file = caFile('next', next).AXL_CA_FILE;
    expect(await seen(file)).toMatchObject({ unverified: expect.stringMatching(/^[A-Z_]+$/) as unknown });
  });

  it('is refused if it is for another host name', async () => {
    for (const ca of [undefined, await authority('company')]) {
      const elsewhere = await certificateFor(['cucm.example.com'], ca && { ca });
      const fake = await startFake({ tls: elsewhere });
      const side = await connect(fake.url('localhost'), { ...fixed, ...caFile('elsewhere', elsewhere) });
      await expect(side.find('0100')).rejects.toMatchObject(
        refusal('for another host name', 'ERR_TLS_CERT_ALTNAME_INVALID'),
      );
      expect(fake.exchanges).toEqual([]);
    }
  });

  it('is refused if it has expired', async () => {
    const old = await certificateFor(['127.0.0.1'], { until: new Date(Date.now() - 1_000) });
    const fake = await startFake({ tls: old });
    const side = await connect(fake.url(), { ...fixed, ...caFile('old', old) });
    await expect(side.find('0100')).rejects.toMatchObject(refusal('is expired or not valid yet', 'CERT_HAS_EXPIRED'));
  });
});

describe('a call manager with another version of TLS', () => {
  it.each([
    ['none, but plain HTTP', () => createServer(), 'does not speak TLS'],
    [
      'an old one alone',
      () =>
        createSecureServer({ ...loopback, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }),
      '--tls-min-v1.0',
    ],
  ] as const)('is told by what it speaks: %s', async (_what, create, advice) => {
    const server = create().listen(0, '127.0.0.1');
    try {
      await new Promise((resolve) => server.once('listening', resolve));
      const { port } = server.address() as AddressInfo;
      const side = await connect(`https://127.0.0.1:${port}/axl/`, { ...fixed, ...caFile('self', loopback) });
      await expect(side.replace('SEP1', [])).rejects.toMatchObject(refusal(advice));
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

describe('AXL_TLS_INSECURE_SKIP_VERIFY', () => {
  const insecure = { ...fixed, AXL_TLS_INSECURE_SKIP_VERIFY: 'true' };

  it('accepts any certificate on its own connections, and on no others in the process', async () => {
    const elsewhere = await certificateFor(['cucm.example.com'], { until: new Date(Date.now() - 1_000) });
    const fake = await startFake({ tls: elsewhere });
    const side = await connect(fake.url(), insecure);
    const careful = await connect(fake.url(), fixed);
    expect(await side.find('0100')).toEqual([]);
    await expect(careful.find('0100')).rejects.toMatchObject({ code: 'call-manager-unreachable' });
    await expect(fetch(fake.url())).rejects.toThrow('fetch failed');
    const agent = await new Promise((resolve) => get(fake.url(), resolve).on('error', resolve));
    expect(agent).toMatchObject({ code: 'CERT_HAS_EXPIRED' });
    expect(await side.find('0100')).toEqual([]);
    expect(process.env['NODE_TLS_REJECT_UNAUTHORIZED']).toBeUndefined();
    expect(fake.exchanges).toHaveLength(2);
  });

  it.each<[string, number]>([
    ['true', 1],
    ['false', 0],
  ])('as %s gives %i warnings at each start', async (value, count) => {
    const environment = {
      PORT: '0',
      AXL_URL: 'https://cucm.invalid:8443/axl/',
      AXL_USERNAME: 'axl',
      AXL_PASSWORD: 'right',
      AXL_TLS_INSECURE_SKIP_VERIFY: value,
      AUTH_USERNAME: 'caller',
      AUTH_PASSWORD: 'secret',
      ADMIN_PORT: '0',
      DATABASE_URL: 'off',
    };
    const said: Observation[] = [];
    const service = await startService(readConfig(environment, ''), (observation) => said.push(observation));
    await service.stop('test');
    const warnings = said.filter(({ kind }) => kind === 'warning');
    expect(warnings).toHaveLength(count);
    if (count > 0) expect(JSON.stringify(warnings)).toContain('AXL_TLS_INSECURE_SKIP_VERIFY');
  });
});
