import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { authorization } from '../support/caller.js';
import { certificateFor } from '../support/certificates.js';
import { freePort } from '../support/free-port.js';
import { RunningProcess, tidy } from '../support/processes.js';
import { lacks } from '../support/programs.js';
import { root } from '../support/project.js';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { environmentFor } from '../support/test-service.js';

/** A server in front of the service, configured like an example in deploy/. */
interface Front {
  readonly program: string;
  readonly example: string;
  /** The texts of the example that are replaced here; each is in it exactly once. */
  readonly here: (place: { port: number; upstream: string; folder: string }) => Readonly<Record<string, string>>;
  readonly arguments: (file: string) => readonly string[];
}

const fronts: readonly Front[] = [
  {
    program: 'nginx',
    example: 'nginx/nginx.conf',
    here: ({ port, upstream, folder }) => ({
      'pid /run/nginx.pid;': `pid ${folder}/nginx.pid; daemon off;`,
      '/etc/nginx/phones.pem': `${folder}/phones.pem`,
      '/etc/nginx/phones.key': `${folder}/phones.key`,
      'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
      'server 127.0.0.1:8080;': `server ${upstream};`,
    }),
    arguments: (file) => ['-e', 'stderr', '-c', file],
  },
  {
    program: 'caddy',
    example: 'caddy/Caddyfile',
    here: ({ port, upstream, folder }) => ({
      'phones.example.com {': `{\n\tadmin off\n\tauto_https disable_redirects\n}\n\nhttps://127.0.0.1:${port} {`,
      '/etc/caddy/phones.pem': `${folder}/phones.pem`,
      '/etc/caddy/phones.key': `${folder}/phones.key`,
      'reverse_proxy 127.0.0.1:8080 {': `reverse_proxy ${upstream} {`,
    }),
    arguments: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
];

interface Answer {
  readonly status: number;
  readonly type: string | undefined;
  readonly body: string;
}

describe.each(fronts.filter(({ program }) => !lacks(program)))(
  '$program in front, with the configuration of deploy/$example',
  (front) => {
    let simulator: RunningSimulator;
    let service: ServiceProcess;
    let server: RunningProcess;
    let port: number;
    let certificate: string;
    const folder = mkdtempSync(path.join(tmpdir(), 'in-front-'));

    beforeAll(async () => {
      simulator = await startSimulator({});
      service = await startServiceProcess({ ...environmentFor(simulator), TRUSTED_PROXIES: '127.0.0.1' });
      port = await freePort();
      const { cert, key } = await certificateFor(['127.0.0.1']);
      certificate = cert;
      writeFileSync(path.join(folder, 'phones.pem'), cert);
      writeFileSync(path.join(folder, 'phones.key'), key);
      const file = path.join(folder, path.basename(front.example));
      writeFileSync(file, asHere(front, { port, upstream: new URL(service.url).host, folder }));
      server = new RunningProcess(front.program, front.arguments(file), { env: { HOME: folder } });
      await vi.waitFor(
        async () => {
          await ask('/console/');
        },
        { timeout: 60_000, interval: 50 },
      );
    });
    afterAll(async () => {
      // A signal that it handles: it ends its workers too.
      server.kill('SIGTERM');
      await server.ended;
      await tidy();
      await simulator.close();
      rmSync(folder, { recursive: true });
    });

    /** @param from the caller's address on this machine */
    function ask(target: string, { headers = {}, body = '', from = '127.0.0.1' } = {}): Promise<Answer> {
      return new Promise((resolve, reject) => {
        const method = body === '' ? 'GET' : 'POST';
        const options = { ca: certificate, method, headers, localAddress: from };
        const request = https.request(`https://127.0.0.1:${port}${target}`, options, (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => (text += part));
          response.once('end', () => {
            resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'], body: text });
          });
        });
        request.once('error', reject).end(body);
      });
    }

    const login = { authorization: authorization() };

    it('passes the two calls on unchanged', async () => {
      const direct = await fetch(`${service.url}/phone/?dirn=%2B14085554019`, { headers: login });
      const throughFront = await ask('/phone/?dirn=%2B14085554019', { headers: login });
      expect(throughFront).toEqual({ status: 200, type: 'application/json', body: await direct.text() });
      expect(throughFront.body).toContain('"name":"SEP');
      const [phone] = JSON.parse(throughFront.body) as [{ name: string; uuid: string }];
      const headers = { ...login, 'content-type': 'application/json' };
      const written = await ask(`/speeddials?phone=${phone.name}`, {
        headers,
        body: '[{"index":"1","dirn":"0199","label":"A"}]',
      });
      expect(written).toEqual({ status: 200, type: 'plain/text', body: phone.uuid });
    });

    it('serves the console, and the service recognizes changes of its own page by the Host header', async () => {
      expect((await ask('/console/')).body).toContain('<!doctype html>');
      const change = (origin: string): Promise<Answer> => {
        const headers = { ...login, 'content-type': 'application/json', origin, 'sec-fetch-site': 'same-origin' };
        return ask('/speeddials?phone=SEP00A1B2C30011', { headers, body: '[]' });
      };
      expect((await change(`https://127.0.0.1:${port}`)).status).toBe(200);
    });

    it('shows which caller failed to log in, regardless of his X-Forwarded-For', async () => {
      const headers = {
        authorization: authorization({ name: 'mallory', password: 'guess' }),
        'x-forwarded-for': '192.0.2.1',
      };
      expect((await ask('/status', { headers, from: '127.0.0.7' })).status).toBe(401);
      const refused = await service.process.untilLogged('login-refused');
      expect(JSON.stringify(refused)).toContain('127.0.0.7');
      expect(JSON.stringify(refused)).not.toContain('192.0.2.1');
    });
  },
);

/** @returns the example with replaced texts; each is in it exactly once */
function asHere({ example, here }: Front, place: Parameters<Front['here']>[0]): string {
  let text = readFileSync(`${root}deploy/${example}`, 'utf8');
  for (const [there, other] of Object.entries(here(place))) {
    if (text.split(there).length !== 2) throw new Error(`${example} has not exactly one ${there}`);
    text = text.replace(there, other);
  }
  return text;
}
