import type { ClusterTraits, SimulatedCluster } from './cluster/simulated-cluster.js';
import type { Stats } from './cluster/statistics.js';
import type { AppliedUpdate } from './cluster/update-log.js';
import { type MisbehaviourRule, readRules } from './misbehaviour/rules.js';
import type { SimulatedNode } from './node/simulated-node.js';
import { type DeviceState, showDevices } from './state/shown-state.js';

/** A running simulator. */
export interface RunningSimulator {
  /** The address of the publisher's AXL, for example `https://127.0.0.1:8443/axl/`. */
  readonly url: string;
  /** All nodes, the publisher first. */
  readonly urls: readonly string[];
  /** The address of the control path, for example `http://127.0.0.1:8444/control/`. */
  readonly controlUrl: string;
  /** The certificate to trust, PEM; absent over http. */
  readonly certificate?: string;
  readonly release: string;
  stats(): Stats;
  /**
   * Every phone as a node sees it now, in the order of the seed.
   * @param node its position in `urls`; default: the publisher
   */
  state(node?: number): DeviceState[];
  /**
   * Every device profile as a node sees it now, in the order of the seed.
   * @param node its position in `urls`; default: the publisher
   */
  profiles(node?: number): DeviceState[];
  /**
   * The updates that were carried out, in order; at least the last 10,000.
   * @param after only updates with a higher number
   */
  updates(after?: number): AppliedUpdate[];
  /** Adds rules after the active ones. @throws RuleProblem if one is not valid */
  misbehave(rules: MisbehaviourRule | readonly MisbehaviourRule[]): void;
  /** The active rules. */
  misbehaviour(): MisbehaviourRule[];
  /** Removes all rules. */
  behave(): void;
  /** Restores the state of the seed, and sets all counters to zero. Rules, sessions and lockouts stay. */
  reset(): void;
  /** Opens locked accounts. */
  unlock(): void;
  /** Ends all sessions, so that the next request with a cookie is refused. */
  expireSessions(): void;
  /**
   * Takes a node off the network, so that connections are refused, or puts it back on the same port.
   * @param node its position in `urls`
   */
  setListening(node: number, listening: boolean): Promise<void>;
  /** Changes the traits of a node; absent ones stay. The publisher has no lag. @param node its position in `urls` */
  setNode(node: number, traits: NodeTraits): void;
  /** Changes the traits of all nodes; absent ones stay. */
  setTraits(traits: { readonly [Name in keyof ClusterTraits]?: ClusterTraits[Name] | undefined }): void;
  /** Cuts every connection and frees the ports. */
  close(): Promise<void>;
}

/** What can be changed on one node while it runs. */
export interface NodeTraits {
  /** How much later than the publisher it sees changes from now on, in milliseconds. */
  readonly lagMs?: number | undefined;
  readonly sessionCookies?: boolean | undefined;
}

/** What can be done with a simulator while it runs, from a test or through the control path. */
export type Controls = Omit<RunningSimulator, 'url' | 'urls' | 'controlUrl' | 'certificate' | 'release' | 'close'>;

/** The controls of this cluster and its nodes. @param nodes the publisher first */
export function controlsOf(cluster: SimulatedCluster, nodes: readonly SimulatedNode[]): Controls {
  const nodeAt = (number: number): SimulatedNode => {
    const node = nodes[number];
    if (node === undefined) throw new RangeError(`There is no node ${number}`);
    return node;
  };
  const seenBy = (number: number) => {
    nodeAt(number);
    return cluster.copies.seenBy(number).state;
  };
  return {
    stats: () => ({ ...cluster.statistics.snapshot(), lockouts: cluster.accounts.lockouts() }),
    state: (number = 0) => showDevices(seenBy(number).phones.all),
    profiles: (number = 0) => showDevices(seenBy(number).profiles.all),
    updates: (after = 0) => cluster.updates.after(after),
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
    setTraits: ({ anyCaseNames, countsAbandoned, strictRequests }) => {
      if (anyCaseNames !== undefined) cluster.traits.anyCaseNames = anyCaseNames;
      if (countsAbandoned !== undefined) cluster.traits.countsAbandoned = countsAbandoned;
      if (strictRequests !== undefined) cluster.traits.strictRequests = strictRequests;
    },
  };
}
