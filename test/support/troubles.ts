import { setTimeout as sleep } from 'node:timers/promises';
import type { MisbehaviourRule } from '../../src/simulator/misbehaviour/rules.js';
import type { Dice } from './dice.js';
import type { PostgresServer } from './postgres-server.js';
import type { SimulatorProcess } from './simulator-process.js';
import type { Instance } from './instances.js';

/** How long after its loss the simulator carries out a request at most, in milliseconds. */
const latestMs = 800;

/** What happened to an instance, or to the shared store. Times are in milliseconds since the epoch. */
export interface Trouble {
  readonly what: 'kill' | 'pause' | 'store';
  readonly instance?: number;
  readonly from: number;
  readonly until: number;
}

/** What making trouble needs. */
export interface Stage {
  readonly simulator: SimulatorProcess;
  readonly instances: readonly Instance[];
  /** The shared store; undefined if it is a file. */
  readonly server: PostgresServer | undefined;
  readonly dice: Dice;
  /** Records an event. */
  readonly happened: (trouble: Trouble) => void;
  /** How many writes have been answered, or were lost, so far. */
  readonly answered: () => number;
  /** Counts each event by its name. */
  readonly count: (what: string) => void;
}

type Happen = (stage: Stage) => Promise<unknown>;

const rule =
  (make: (dice: Dice) => MisbehaviourRule): Happen =>
  ({ simulator, dice }) =>
    simulator.control('POST', 'misbehaviour', { times: 1 + dice.below(2), ...make(dice) });

const updates = ['updatePhone', 'updatePhone', 'updateDeviceProfile'];
const reads = ['getPhone', 'getDeviceProfile'];

/**
 * All kinds of trouble, each with its share. A refusal means that nothing was carried out; the simulator must not
 * refuse afterwards, as no call manager does.
 */
const troubles: Readonly<Record<string, readonly [share: number, happen: Happen]>> = {
  'answer lost after': [
    14,
    rule((dice) => ({ kind: dice.pick(['reset', 'hang']), point: 'after', operation: dice.pick(updates) })),
  ],
  'request lost before': [
    8,
    rule((dice) => ({ kind: dice.pick(['reset', 'hang']), point: 'before', operation: dice.pick(updates) })),
  ],
  'carried out late': [
    14,
    rule((dice) => ({
      ...{ kind: 'late-commit', loss: dice.pick(['reset', 'close', 'hang']), ms: dice.below(latestMs) },
      operation: dice.pick(updates),
    })),
  ],
  'answer cut short': [5, rule((dice) => ({ kind: 'reset', point: 'mid-body', operation: dice.pick(updates) }))],
  'answer unreadable': [
    8,
    rule((dice) => ({
      ...{ kind: dice.pick(['html', 'empty', 'garbage', 'missing-return']), point: dice.pick(['after', 'before']) },
      operation: dice.pick(updates),
    })),
  ],
  'answer late': [
    8,
    rule((dice) => ({
      ...{ kind: 'delay', point: dice.pick(['after', 'before']), ms: dice.below(2_200) },
      operation: dice.pick([...updates, ...reads]),
    })),
  ],
  refused: [
    8,
    rule((dice) => ({
      ...{
        kind: dice.pick(['fault', 'locked', 'duplicate-key', 'memory-fault', '403', '404', 'redirect']),
        point: 'before',
      },
      operation: dice.pick(updates),
    })),
  ],
  busy: [3, rule((dice) => ({ kind: '503', ...(dice.chance(0.3) && { retryAfter: '1' }) }))],
  'read lost': [
    6,
    rule((dice) => ({
      kind: dice.pick(['reset', 'hang', 'empty', 'truncated']),
      point: 'after',
      operation: dice.pick(reads),
    })),
  ],
  'connection closed after': [3, rule(() => ({ kind: 'close-after' }))],
  'sessions expired': [3, ({ simulator }) => simulator.control('POST', 'expire-sessions')],
  'call manager away': [
    3,
    async ({ simulator, dice }) => {
      await simulator.control('POST', 'nodes', { node: 0, listening: false });
      await sleep(100 + dice.below(700));
      await simulator.control('POST', 'nodes', { node: 0, listening: true });
    },
  ],
  'instance killed': [
    4,
    async ({ instances, dice, happened }) => {
      const instance = dice.pick(instances);
      const from = Date.now();
      await instance.kill();
      await sleep(dice.below(500));
      await instance.start();
      happened({ what: 'kill', instance: instance.number, from, until: Date.now() });
    },
  ],
  'instance paused': [6, (stage) => paused(stage, 100 + stage.dice.below(2_000))],
  // Longer than its locks are kept.
  'instance paused for long': [0.4, (stage) => paused(stage, stage.server ? 16_000 + stage.dice.below(2_000) : 3_000)],
  'store stopped': [
    4,
    async ({ server, dice, happened }) => {
      if (!server) return;
      const from = Date.now();
      await server.stop(dice.pick(['SIGINT', 'SIGQUIT']));
      await sleep(dice.below(1_000));
      await server.start();
      happened({ what: 'store', from, until: Date.now() });
    },
  ],
};

async function paused({ instances, dice, happened }: Stage, ms: number): Promise<void> {
  const instance = dice.pick(instances);
  const from = Date.now();
  await instance.pause(ms);
  happened({ what: 'pause', instance: instance.number, from, until: Date.now() });
}

/** How many writes at most have a quiet time after each trouble, and how long that may take, in milliseconds. */
const mostInPeace = 24;
const longestPeaceMs = 5_000;

/**
 * Makes trouble, one thing after another, until it must end. It counts writes, so that a slow machine does not get more
 * trouble.
 */
export async function makeTrouble(stage: Stage, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const [what, happen] = anyTrouble(stage.dice);
    stage.count(what);
    await happen(stage);
    const enough = stage.answered() + 1 + stage.dice.below(mostInPeace);
    const until = Date.now() + longestPeaceMs;
    while (!isOver() && stage.answered() < enough && Date.now() < until) await sleep(10);
  }
}

function anyTrouble(dice: Dice): [what: string, happen: Happen] {
  const all = Object.entries(troubles);
  const shares = all.reduce((sum, [, [share]]) => sum + share, 0);
  let left = (dice.below(1_000) / 1_000) * shares;
  for (const [what, [share, happen]] of all) {
    left -= share;
    if (left < 0) return [what, happen];
  }
  throw new Error('there is no trouble to be made');
}
