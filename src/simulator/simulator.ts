import { AxlNode } from './node/listener.js';
import { makeCertificate } from './node/certificate.js';
import { Cluster, type Traits } from './cluster.js';
import { createControlServer, type Controls } from './control.js';
import { listen, stop } from './node/listening.js';
import { type MisbehaviourRule, readRules } from './misbehaviour/rules.js';
import { settle, type Settings, type SimulatorOptions } from './options.js';
import { loadSeed } from './state/seed.js';
import { showState, type PhoneState } from './state/shown-state.js';
import type { Stats } from './node/statistics.js';

export type { SimulatorOptions } from './options.js';
export type { MisbehaviourRule } from './misbehaviour/rules.js';
export type { PhoneState } from './state/shown-state.js';
export type { Stats } from './node/statistics.js';

/** A simulator that listens. */
export interface RunningSimulator {
  /** Where AXL is: that of the publisher, e.g. `https://127.0.0.1:8443/axl/`. */
  readonly url: string;
  /** All nodes, the publisher first. */
  readonly urls: readonly string[];
  /** Where the control path begins, e.g. `http://127.0.0.1:8444/control/`. */
  readonly controlUrl: string;
  /** The certificate to trust, PEM; absent over http. */
  readonly certificate?: string;
  readonly release: string;
  stats(): Stats;
  /** Every phone as a node sees it now, in the order of the seed. @param node its place in `urls`; the publisher */
  state(node?: number): PhoneState[];
  /** Adds rules behind those in force. @throws RuleFault when one cannot be understood */
  misbehave(rules: MisbehaviourRule | readonly MisbehaviourRule[]): void;
  /** The rules that are not spent. */
  misbehaviour(): MisbehaviourRule[];
  /** Drops all rules. */
  behave(): void;
  /** The state of the seed again and all counters at zero. Rules, sessions and lockouts stay. */
  reset(): void;
  /** Opens locked accounts. */
  unlock(): void;
  /** Ends all sessions, so that the next request on a cookie is refused. */
  expireSessions(): void;
  /**
   * Takes a node off the network, so that connections are refused, or puts it back on the same port.
   * @param node its place in `urls`
   */
  setListening(node: number, listening: boolean): Promise<void>;
  /** Changes what a node does; what is absent stays. The publisher has no lag. @param node its place in `urls` */
  setNode(node: number, traits: NodeTraits): void;
  /** Changes what all nodes do; what is absent stays. */
  setTraits(traits: { readonly [Name in keyof Traits]?: Traits[Name] | undefined }): void;
  /** Cuts every connection and frees the ports. */
  close(): Promise<void>;
}

/** What can be changed of one node while it runs. */
export interface NodeTraits {
  /** How much later than the publisher it sees a change from now on, in milliseconds. */
  readonly lagMs?: number | undefined;
  readonly sessionCookies?: boolean | undefined;
}

const LOOPBACK = '127.0.0.1';

/**
 * Starts a simulated call manager: AXL on one port (one more for each subscriber), the control path on another.
 * @throws Error when an option, the seed or a rule is wrong, or a port cannot be had
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<RunningSimulator> {
  const settings = settle(options);
  const rules = readRules(options.misbehaviour ?? []);
  const cluster = new Cluster(settings, loadSeed(options.seed), rules, options.randomSeed ?? 1);
  // The first request should not pay for reading the schema.
  cluster.interfaceOf(settings.accepts.at(-1) ?? settings.release);
  const names = settings.certificateNames;
  const certificate = names === undefined ? undefined : await makeCertificate(names);
  const nodes = Array.from(
    { length: settings.subscribers + 1 },
    (_, number) => new AxlNode(cluster, number, certificate),
  );
  const controls = controlsOf(cluster, nodes);
  const control = createControlServer(controls);
  const close = async () => {
    cluster.close();
    await Promise.all([...nodes.map((node) => node.stop()), stop(control)]);
  };
  try {
    const urls = await startNodes(nodes, settings);
    const controlPort = await listen(control, settings.controlPort, LOOPBACK);
    return {
      ...controls,
      url: urls[0] ?? '',
      urls,
      controlUrl: `http://${LOOPBACK}:${controlPort}/control/`,
      ...(certificate === undefined ? {} : { certificate: certificate.certificate }),
      release: settings.release,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startNodes(nodes: readonly AxlNode[], settings: Settings): Promise<string[]> {
  const scheme = settings.certificateNames === undefined ? 'http' : 'https';
  const ports = await Promise.all(nodes.map((node, number) => node.start(number === 0 ? settings.port : 0)));
  return ports.map((port) => `${scheme}://${settings.host}:${port}/axl/`);
}

function controlsOf(cluster: Cluster, nodes: readonly AxlNode[]): Controls {
  const nodeAt = (number: number): AxlNode => {
    const node = nodes[number];
    if (node === undefined) throw new RangeError(`There is no node ${number}`);
    return node;
  };
  return {
    stats: () => ({ ...cluster.statistics.snapshot(), lockouts: cluster.accounts.lockouts() }),
    state: (number = 0) => {
      nodeAt(number);
      return showState(cluster.copies.seenBy(number).callManager);
    },
    misbehave: (rules) => {
      cluster.misbehaviour.add(readRules(rules));
    },
    misbehaviour: () => cluster.misbehaviour.inForce(),
    behave: () => {
      cluster.misbehaviour.clear();
    },
    reset: () => {
      cluster.reset();
    },
    unlock: () => {
      cluster.accounts.unlock();
    },
    expireSessions: () => {
      for (const { sessions } of nodes) sessions.expire();
    },
    setListening: async (number, listening) => {
      const node = nodeAt(number);
      await (listening ? node.start(0) : node.stop());
    },
    setNode: (number, { lagMs, sessionCookies }) => {
      const { sessions } = nodeAt(number);
      if (number === 0 && lagMs !== undefined) throw new RangeError('The publisher has no lag');
      if (lagMs !== undefined) cluster.lags[number] = lagMs;
      if (sessionCookies !== undefined) sessions.setsCookies = sessionCookies;
    },
    setTraits: ({ anyCaseNames, countsAbandoned }) => {
      if (anyCaseNames !== undefined) cluster.traits.anyCaseNames = anyCaseNames;
      if (countsAbandoned !== undefined) cluster.traits.countsAbandoned = countsAbandoned;
    },
  };
}
