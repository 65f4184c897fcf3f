import { setTimeout as pause } from 'node:timers/promises';
import type { Dice } from '../support/dice.js';
import { randomRule } from './faults.js';
import type { SimulatedCluster } from './simulated-cluster.js';
import type { Relay } from '../support/tcp-relay.js';

type Trouble = (cluster: SimulatedCluster, dice: Dice) => Promise<unknown>;

/** What can happen to a call manager besides wrong answers, each with its share. */
const troubles: Readonly<Record<string, readonly [share: number, happen: Trouble]>> = {
  'sessions expired': [6, (cluster) => cluster.control('POST', 'expire-sessions')],
  'connections cut': [
    6,
    (cluster, dice) => {
      dice.pick(cluster.relays).cut();
      return Promise.resolve();
    },
  ],
  'node away': [7, (cluster, dice) => away([dice.pick(cluster.relays)], 300 + dice.below(2_000))],
  'all nodes away': [3, (cluster, dice) => away(cluster.relays, 300 + dice.below(1_500))],
  'all well for a while': [5, (cluster) => cluster.control('DELETE', 'misbehaviour')],
  restart: [2, (cluster) => cluster.restart()],
};

async function away(relays: readonly Relay[], ms: number): Promise<void> {
  await Promise.all(relays.map((relay) => relay.refuse()));
  await pause(ms);
  for (const relay of relays) await relay.listen();
}

/** Makes trouble until a time, one thing after another. @param count is called with each */
export async function makeTrouble(
  cluster: SimulatedCluster,
  dice: Dice,
  until: number,
  count: (what: string) => void,
): Promise<void> {
  while (Date.now() < until) {
    const [what, happen] = nextTrouble(cluster, dice);
    count(what);
    await happen(cluster, dice);
    await pause(100 + dice.below(500));
  }
}

function nextTrouble(cluster: SimulatedCluster, dice: Dice): [string, Trouble] {
  let share = dice.below(100);
  for (const [what, [itsShare, happen]] of Object.entries(troubles)) {
    share -= itsShare;
    if (share < 0) return [what, happen];
  }
  const rule = randomRule(dice, cluster.relays.length);
  return [rule.kind, () => cluster.control('POST', 'misbehaviour', rule)];
}
