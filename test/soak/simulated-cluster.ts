import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type SimulatorProcess, spawnSimulator } from '../support/simulator-process.js';
import { longestLateMs } from './faults.js';
import { Relay } from '../support/tcp-relay.js';

export interface PhoneState {
  readonly name: string;
  readonly uuid: string;
  readonly lines: readonly { readonly pattern: string }[];
  readonly speedDials: readonly { readonly index: number; readonly dirn: string; readonly label: string }[];
}

interface Seed {
  readonly devices: readonly { readonly name: string }[];
}

const company = new URL('../../fixtures/company.json', import.meta.url);

/** A simulated call manager in its own process, with a relay in front of each node; its phones survive its restarts. */
export class SimulatedCluster {
  readonly relays: readonly Relay[];
  restarts = 0;
  readonly #folder = mkdtempSync(join(tmpdir(), 'axl-phone-proxy-soak-'));
  #simulator: SimulatorProcess | undefined;

  constructor(nodes: number) {
    this.relays = Array.from({ length: nodes }, () => new Relay());
  }

  /** The value of AXL_URL: the publisher first. */
  get urls(): string {
    return this.relays.map(({ url }) => url).join(',');
  }

  async start(): Promise<void> {
    await this.#spawn({ ...(JSON.parse(readFileSync(company, 'utf8')) as Seed) });
    for (const relay of this.relays) await relay.listen();
  }

  control(method: string, path: string, body?: unknown): Promise<unknown> {
    if (!this.#simulator) throw new Error('the simulator does not run');
    return this.#simulator.control(method, path, body);
  }

  async phones(): Promise<readonly PhoneState[]> {
    return (await this.control('GET', 'state')) as readonly PhoneState[];
  }

  /** Takes all nodes off the network, ends the simulator, and starts it again with the phones as they were. */
  async restart(): Promise<void> {
    await Promise.all(this.relays.map((relay) => relay.refuse()));
    await this.control('DELETE', 'misbehaviour');
    // Work that it has begun is carried out first, as a database completes a transaction.
    await pause(longestLateMs);
    const phones = await this.phones();
    await this.#simulator?.stop();
    await this.#spawn(withSpeedDials(phones));
    for (const relay of this.relays) await relay.listen();
    this.restarts += 1;
  }

  async stop(): Promise<void> {
    await Promise.all(this.relays.map((relay) => relay.refuse()));
    await this.#simulator?.stop();
    rmSync(this.#folder, { recursive: true });
  }

  async #spawn(seed: Seed): Promise<void> {
    const file = join(this.#folder, 'seed.json');
    writeFileSync(file, JSON.stringify(seed));
    const subscribers = String(this.relays.length - 1);
    const simulator = await spawnSimulator({
      SIMULATOR_SEED_FILE: file,
      SIMULATOR_SUBSCRIBERS: subscribers,
      SIMULATOR_SESSION_IDLE_MS: '20000',
    });
    this.#simulator = simulator;
    simulator.urls.forEach((url, node) => this.relays[node]?.leadTo(Number(new URL(url).port)));
  }
}

/** The company, with the last speed dials of its phones. */
function withSpeedDials(phones: readonly PhoneState[]): Seed {
  const seed = JSON.parse(readFileSync(company, 'utf8')) as Seed;
  const dialsOf = new Map(phones.map(({ name, speedDials }) => [name, speedDials]));
  return {
    ...seed,
    devices: seed.devices.map((device) => ({
      ...device,
      ...(dialsOf.has(device.name) && { speedDials: dialsOf.get(device.name) }),
    })),
  };
}
