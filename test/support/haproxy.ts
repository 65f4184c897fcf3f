import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './free-port.js';
import { root } from './project.js';

/** The ports of this machine that replace the addresses in the example. */
export interface Ports {
  readonly callers: number;
  readonly axl: number;
  /** Main and admin port of each proxy. */
  readonly one: readonly [number, number];
  readonly two: readonly [number, number];
}

export async function choosePorts(): Promise<Ports> {
  const ports = new Set<number>();
  while (ports.size < 6) ports.add(await freePort());
  const [callers = 0, axl = 0, one = 0, adminOne = 0, two = 0, adminTwo = 0] = ports;
  return { callers, axl, one: [one, adminOne], two: [two, adminTwo] };
}

/** The example's file with other ports and another call manager: each text is in it exactly once. */
function exampleFor(ports: Ports, callManager: { readonly port: number; readonly certificateFile: string }): string {
  const replacements: Record<string, string> = {
    'bind 127.0.0.1:8080': `bind 127.0.0.1:${ports.callers}`,
    'bind 127.0.0.1:8443': `bind 127.0.0.1:${ports.axl}`,
    'server one 127.0.0.1:8081 check port 9091': `server one 127.0.0.1:${ports.one[0]} check port ${ports.one[1]}`,
    'server two 127.0.0.1:8082 check port 9092': `server two 127.0.0.1:${ports.two[0]} check port ${ports.two[1]}`,
    'server one 127.0.0.1:8081 track': `server one 127.0.0.1:${ports.one[0]} track`,
    'server two 127.0.0.1:8082 track': `server two 127.0.0.1:${ports.two[0]} track`,
    '192.0.2.10:8443': `127.0.0.1:${callManager.port}`,
    '@system-ca': callManager.certificateFile,
    'str(cucm.example.com) verifyhost cucm.example.com': 'str(localhost) verifyhost localhost',
  };
  let text = readFileSync(`${root}deploy/haproxy/haproxy.cfg`, 'utf8');
  for (const [example, other] of Object.entries(replacements)) {
    if (text.split(example).length !== 2) throw new Error(`haproxy.cfg has not exactly one ${example}`);
    text = text.replace(example, other);
  }
  return text;
}

export interface RunningHaproxy {
  stop(): Promise<void>;
}

/** Starts HAProxy with the example's file, in front of a call manager with TLS. */
export async function startHaproxy(
  ports: Ports,
  callManagerPort: number,
  certificate: string,
): Promise<RunningHaproxy> {
  const folder = mkdtempSync(path.join(tmpdir(), 'haproxy-'));
  const certificateFile = path.join(folder, 'call-manager.pem');
  writeFileSync(certificateFile, certificate);
  const file = path.join(folder, 'haproxy.cfg');
  writeFileSync(file, exampleFor(ports, { port: callManagerPort, certificateFile }));
  const haproxy = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const exit = once(haproxy, 'exit');
  await listening(haproxy, ports.callers);
  return {
    stop: async () => {
      haproxy.kill();
      await exit;
      rmSync(folder, { recursive: true });
    },
  };
}

async function listening(haproxy: ChildProcess, port: number): Promise<void> {
  let complaints = '';
  haproxy.stderr?.setEncoding('utf8').on('data', (text: string) => (complaints += text));
  while (haproxy.exitCode === null) {
    // HAProxy's own answers (503) are enough here.
    if (
      await fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`haproxy ended: ${complaints}`);
}
