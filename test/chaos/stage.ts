import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../src/config/config.js';
import type { Observation } from '../../src/observability/observations.js';
import { type RunningService, startService } from '../../src/service.js';

const bin = fileURLToPath(new URL('../../bin/axl-phone-proxy.js', import.meta.url));

export interface SpeedDial {
  readonly index: string;
  readonly dirn: string;
  readonly label: string;
}

/** A simulator in a process of its own, so that what it does costs the service's event loop nothing. */
export interface SimulatorProcess {
  /** The publisher's. */
  readonly url: string;
  /** Those of all nodes, the publisher's first. */
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
    control: async (method, path, body) => {
      const answer = await fetch(controlUrl + path, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return answer.status === 204 ? undefined : answer.json();
    },
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

function found(pattern: RegExp, text: string): string {
  const match = pattern.exec(text)?.[0];
  if (match === undefined) throw new Error(`the simulator said: ${text}`);
  return match;
}

export const caller = { name: 'caller', password: 'correct horse' } as const;

/** A service in this process in front of a call manager, with short times so that faults show soon. */
export function startProxy(
  axlUrl: string,
  env: Readonly<Record<string, string>> = {},
  observe: (observation: Observation) => void = () => undefined,
): Promise<RunningService> {
  const settings = {
    PORT: '0',
    ADMIN_PORT: '0',
    AXL_URL: axlUrl,
    AXL_USERNAME: 'axl',
    AXL_PASSWORD: 'axl-demo',
    AXL_VERSION: '14.0',
    AXL_TIMEOUT_MS: '400',
    REQUEST_DEADLINE_MS: '4000',
    AUTH_USERNAME: caller.name,
    AUTH_PASSWORD: caller.password,
    ...env,
  };
  return startService(readConfig(settings, ''), observe);
}

export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly ms: number;
}

const authorization = `Basic ${Buffer.from(`${caller.name}:${caller.password}`).toString('base64')}`;

export async function ask(url: string, dials?: readonly SpeedDial[]): Promise<Reply> {
  const started = performance.now();
  const answer = await fetch(url, {
    headers: { authorization, ...(dials && { 'content-type': 'application/json' }) },
    ...(dials && { method: 'POST', body: JSON.stringify(dials) }),
  });
  const body = await answer.text();
  return { status: answer.status, body, ms: performance.now() - started };
}

export function codeOf({ status, body }: Reply): 200 | string {
  return status === 200 ? 200 : (JSON.parse(body) as { code: string }).code;
}
