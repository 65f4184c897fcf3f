import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { createInterface } from 'node:readline';
import { bin } from './project.js';

/** A simulator in its own process, so that it does not use the service's event loop. */
export interface SimulatorProcess {
  /** The publisher's address. */
  readonly url: string;
  /** The addresses of all nodes, the publisher's first. */
  readonly urls: readonly string[];
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  stop(): Promise<void>;
}

export async function spawnSimulator(env: Readonly<Record<string, string>> = {}): Promise<SimulatorProcess> {
  const child = spawn(process.execPath, [bin, 'simulator'], {
    env: { ...process.env, SIMULATOR_PORT: '0', SIMULATOR_CONTROL_PORT: '0', SIMULATOR_TLS: 'false', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const line of createInterface({ input: child.stdout })) {
    text += `${line}\n`;
    if (text.includes('/axl/') && text.includes('/control/')) break;
  }
  child.stdout.resume();
  const url = found(/https?:\/\/\S+?\/axl\//, text);
  const urls = [...new Set(text.match(/https?:\/\/\S+?\/axl\//g))];
  const controlUrl = found(/http:\/\/\S+\/control\//, text);
  return {
    url,
    urls,
    control: (method, path, body) => control(method, controlUrl + path, body),
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** Node's own client needs a third of the work of fetch, and tests send thousands of these calls. */
async function control(method: string, url: string, body: unknown): Promise<unknown> {
  // A new connection for each call: the simulator may close an idle one just when it is used again.
  const request = http
    .request(url, { method, agent: false })
    .end(body === undefined ? undefined : JSON.stringify(body));
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  let text = '';
  for await (const chunk of answer.setEncoding('utf8') as AsyncIterable<string>) text += chunk;
  const { statusCode: status = 0 } = answer;
  if (status < 200 || status > 299) throw new Error(`${method} ${url}: ${status} ${text}`);
  return status === 204 ? undefined : JSON.parse(text);
}

function found(pattern: RegExp, text: string): string {
  const match = pattern.exec(text)?.[0];
  if (match === undefined) throw new Error(`the simulator said: ${text}`);
  return match;
}
