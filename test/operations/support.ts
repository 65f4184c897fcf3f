import { once } from 'node:events';
import net from 'node:net';
import { readConfig } from '../../src/config/config.js';
import type { Observation } from '../../src/observability/observations.js';
import { type RunningService, startService } from '../../src/service.js';
import type { RunningSimulator } from '../../src/simulator/simulator.js';

export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  resolve(value: Value): void;
}

/** A promise that is resolved from outside. */
export function deferred<Value>(): Deferred<Value> {
  let resolve!: (value: Value) => void;
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

export const user = { name: 'alice', password: 'correct horse' } as const;

/** What makes a service talk to a simulator and let `user` in; free ports. */
export function environmentFor(simulator: Pick<RunningSimulator, 'url'>): Record<string, string> {
  return {
    PORT: '0',
    ADMIN_PORT: '0',
    AXL_URL: simulator.url,
    AXL_USERNAME: 'axl',
    AXL_PASSWORD: 'axl-demo',
    AUTH_USERNAME: user.name,
    AUTH_PASSWORD: user.password,
  };
}

export interface TestService extends RunningService {
  readonly adminUrl: string;
  /** What the service has said about itself so far. */
  readonly observations: readonly Observation[];
}

/** Starts the whole service in this process. */
export async function startTestService(environment: Record<string, string>): Promise<TestService> {
  const observations: Observation[] = [];
  const service = await startService(readConfig(environment, 'no.env'), (seen) => observations.push(seen));
  return { ...service, adminUrl: service.adminUrl ?? '', observations };
}

export function authorization({ name, password }: { name: string; password: string } = user): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
}

export interface JsonAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export async function getJson(url: string, init: RequestInit = {}): Promise<JsonAnswer> {
  const answer = await fetch(url, init);
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
}

/** A port that was free a moment ago, for programs that cannot choose one themselves. */
export async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as net.AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
