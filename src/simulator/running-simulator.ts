import type { ClusterTraits, SimulatedCluster } from './cluster/simulated-cluster.js';
import type { Stats } from './cluster/statistics.js';
import type { AppliedUpdate } from './cluster/update-log.js';
import { type MisbehaviourRule, readRules } from './misbehaviour/rules.js';
import type { SimulatedNode } from './node/simulated-node.js';
import { type DeviceState, showDevices } from './state/shown-state.js';

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
  /** Every phone as a node sees it now, in the order of the seed. @param node its position in `urls`; the publisher */
  state(node?: number): DeviceState[];
  /** Every device profile, likewise. @param node its position in `urls`; the publisher */
  profiles(node?: number): DeviceState[];
  /** The updates that were carried out, in order; at least the last 10,000. @param after those with a higher number */
  updates(after?: number): AppliedUpdate[];
  /** Adds rules behind those in force. @throws RuleProblem if one cannot be understood */
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
   * @param node its position in `urls`
   */
  setListening(node: number, listening: boolean): Promise<void>;
  /** Changes what a node does; what is absent stays. The publisher has no lag. @param node its position in `urls` */
  setNode(node: number, traits: NodeTraits): void;
  /** Changes what all nodes do; what is absent stays. */
  setTraits(traits: { readonly [Name in keyof ClusterTraits]?: ClusterTraits[Name] | undefined }): void;
  /** Cuts every connection and frees the ports. */
  close(): Promise<void>;
}

/** What can be changed of one node while it runs. */
export interface NodeTraits {
  /** How much later than the publisher it sees a change from now on, in milliseconds. */
  readonly lagMs?: number | undefined;
  readonly sessionCookies?: boolean | undefined;
}

/** What can be done to a simulator while it runs, from a test or by the control path. */
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
