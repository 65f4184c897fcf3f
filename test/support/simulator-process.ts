import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
    control: async (method, path, body) => {
      const answer = await fetch(controlUrl + path, {
        method,
        // A new connection for each call: the simulator may close an idle one just when it is used again.
        headers: { connection: 'close' },
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
