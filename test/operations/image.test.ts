import http, { type OutgoingHttpHeaders, type RequestOptions } from 'node:http';
import { networkInterfaces } from 'node:os';
import bcrypt from 'bcrypt';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { ComposedService } from './composed.js';
import { Podman, testedReleases } from './container.js';
import { readDockerfile } from './dockerfile.js';
import { authorization, caller } from '../support/caller.js';
import { freePort } from '../support/free-port.js';
import { environmentFor } from '../support/test-service.js';

const instructions = readDockerfile();
const bases = instructions.filter(({ name }) => name === 'FROM').map(({ rest }) => rest.split(' ')[0] ?? '');

/** This machine's address for others. */
function ownAddress(): string {
  const addresses = Object.entries(networkInterfaces()).flatMap(([name, each = []]) =>
    each.filter(({ internal, family }) => !internal && family === 'IPv4' && !/podman|veth/.test(name)),
  );
  return addresses[0]?.address ?? '';
}

function statusOf(options: RequestOptions): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = http.get({ ...options, path: '/phone/?dirn=2001', agent: false }, (response) => {
      resolve(response.resume().statusCode);
    });
    request.on('error', reject);
  });
}

describe('the Dockerfile', () => {
  it('has two stages, and ends as a user without rights', () => {
    expect(bases).toHaveLength(2);
    expect(instructions.findLast(({ name }) => name === 'USER')?.rest).toBe('node');
  });

  it('starts both stages from one release of Node, on which the tests run', () => {
    const [line] = new Set(bases);
    expect(bases).toEqual([line, line]);
    expect(testedReleases().map((release) => `node:${release.split('.')[0] ?? ''}-bookworm-slim`)).toContain(line);
  });
});

// It takes minutes, and needs Debian, podman and runc, as root.
describe.skipIf(process.env['REQUIRE_TOOLS'] !== '1')('the image, built without a network', () => {
  const podman = new Podman();
  let refusal: string | undefined;
  let simulator: RunningSimulator;
  let port: number;
  let adminPort: number;

  beforeAll(async () => {
    await podman.makeBase(bases[0] ?? '');
    refusal = await podman.refusal(bases[0] ?? '');
    if (refusal === undefined) await podman.build('axl-phone-proxy');
    simulator = await startSimulator();
    [port, adminPort] = [await freePort(), await freePort()];
  }, 900_000);

  beforeEach(({ skip }) => {
    if (refusal !== undefined) skip(refusal);
  });

  afterAll(async () => {
    await simulator.close();
    await podman.remove();
  }, 120_000);

  /** Starts a container with a read-only root; its history is in a volume that survives it. */
  async function start(name: string): Promise<void> {
    await podman.start(name, 'axl-phone-proxy', 'kept:/var/lib/axl-phone-proxy', {
      ...environmentFor(simulator),
      NODE_ENV: 'test', // In production the simulator would be refused.
      HOST: '127.0.0.1',
      ADMIN_HOST: '127.0.0.1',
      PORT: String(port),
      ADMIN_PORT: String(adminPort),
      DATABASE_URL: '', // As if not set: the volume.
    });
    await expect
      .poll(() =>
        podman.call('healthcheck', 'run', name).then(
          () => 'healthy',
          () => 'not healthy',
        ),
      )
      .toBe('healthy');
  }

  async function asked(path: string, init: RequestInit = {}): Promise<string> {
    const headers = { authorization: authorization(), 'content-type': 'application/json' };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers });
    expect(answer.status, path).toBe(200);
    return answer.text();
  }

  it('contains what production needs, and nothing else', async () => {
    const ls = async (folder: string): Promise<string[]> => {
      const script = `console.log(fs.readdirSync('${folder}').join(' '))`;
      return (await podman.run('axl-phone-proxy', ['--entrypoint', 'node'], ['-e', script])).trim().split(' ').sort();
    };
    expect(await ls('/app')).toEqual(['bin', 'dist', 'docs', 'fixtures', 'node_modules', 'package.json', 'wsdl']);
    const packages = await ls('/app/node_modules');
    expect(packages).toEqual(expect.arrayContaining(['bcrypt', 'libsql', 'pg', 'soap']));
    expect(packages).not.toContain('vitest');
  });

  it('runs with a read-only root as a user without rights, is healthy and ready, answers, and stops', async () => {
    await start('one');
    const tried = `try { fs.writeFileSync('/app/x', '') } catch ({ code }) { console.log(process.getuid(), code) }`;
    expect(await podman.call('exec', 'one', 'node', '-e', tried)).toBe('1000 EROFS\n');
    const admin = async (path: string) => (await fetch(`http://127.0.0.1:${adminPort}${path}`)).status;
    expect([await admin('/live'), await admin('/ready')]).toEqual([200, 200]);
    expect(await asked('/phone/?dirn=2001')).toContain('"name":"SEP00A1B2C30001"');
    expect((await fetch(`http://127.0.0.1:${port}/console/`)).status).toBe(200);
    await asked('/speeddials?phone=SEP00A1B2C30001', { method: 'POST', body: '[{"index":"1","dirn":"0199"}]' });
    await podman.call('stop', '--time', '45', 'one');
    expect(await podman.call('inspect', 'one', '--format', '{{.State.ExitCode}}')).toBe('0\n');
  });

  it('keeps the history in its volume', async () => {
    await start('two');
    expect(await asked('/changes')).toContain('SEP00A1B2C30001');
    await podman.call('stop', '--time', '45', 'two');
  });

  it('runs as in compose.yaml, and the limits on logins see callers behind HAProxy', async ({ skip }) => {
    const composed = new ComposedService(podman);
    const reason = await composed.make();
    if (reason !== undefined) skip(reason);
    onTestFinished(() => composed.down());
    const callManager = await startSimulator({ host: '0.0.0.0', tls: { hostName: 'cucm.example.com' } });
    onTestFinished(() => callManager.close());
    await composed.up({
      port,
      axlPort: Number(new URL(callManager.url).port),
      secrets: {
        'axl-password': 'axl-demo',
        'cucm.pem': callManager.certificate ?? '',
        'history-password': 'of the history',
        htpasswd: `${caller.name}:${await bcrypt.hash(caller.password, 10)}\n`,
      },
    });
    const front = await composed.addressOf('haproxy');
    const wrong = { authorization: authorization({ ...caller, password: 'wrong' }) };
    // From this machine's side of the network, or by a loopback port: by the network's gateway.
    const neighbour = (headers: OutgoingHttpHeaders) => statusOf({ host: '127.0.0.1', port, headers });
    const stranger = (headers: OutgoingHttpHeaders) =>
      statusOf({ host: front, port: 8080, localAddress: ownAddress(), headers });
    const right = { authorization: authorization() };
    await expect.poll(() => neighbour(right).catch(String), { timeout: 100_000 }).toBe(200);
    expect(await stranger(right)).toBe(200);
    // His own header has no effect.
    const guesses = Array.from({ length: 80 }, (_, nth) => ({
      authorization: authorization({ name: `guessed-${nth}`, password: 'wrong' }),
      'x-forwarded-for': `192.0.2.${nth}`,
    }));
    for (const headers of guesses) await stranger(headers);
    expect(await stranger(wrong)).toBe(429);
    expect(await neighbour(wrong)).toBe(401);
    expect(await neighbour(right)).toBe(200);
    expect(await neighbour({ ...wrong, 'x-forwarded-for': '192.0.2.99' })).toBe(401);
    const logs = `${await composed.logsOf('one')}${await composed.logsOf('two')}`;
    const refused = logs.split('\n').filter((line) => line.includes('"login-refused"'));
    const addresses = refused.map((line) => /"remoteAddress":"([^"]+)"/.exec(line)?.[1]);
    expect(addresses.filter((address) => address === ownAddress())).toHaveLength(guesses.length + 1);
    expect(new Set(addresses)).toEqual(new Set([ownAddress(), composed.gateway]));
    const written = { authorization: right.authorization, 'content-type': 'application/json' };
    const url = `http://127.0.0.1:${port}`;
    const set = { method: 'POST', headers: written, body: '[{"index":"1","dirn":"0199"}]' };
    expect((await fetch(`${url}/speeddials?phone=SEP00A1B2C30001`, set)).status).toBe(200);
    expect(await (await fetch(`${url}/changes`, { headers: written })).text()).toContain('SEP00A1B2C30001');
  }, 300_000);

  it('names its ports, and runs each command', async () => {
    const ports = await podman.call('image', 'inspect', 'axl-phone-proxy', '--format', '{{json .Config.ExposedPorts}}');
    expect(Object.keys(JSON.parse(ports) as object).sort()).toEqual(['8080/tcp', '9464/tcp']);
    expect(await podman.run('axl-phone-proxy', [], ['version'])).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
