import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Change, changesOfRun, createClient, type PhoneProxyClient } from '../../src/client/index.js';
import type { DeviceState } from '../../src/simulator/state/shown-state.js';
import { caller } from '../support/caller.js';
import { isChange } from '../support/faulty-proxy.js';
import { openOffice, type Office, withHistory } from '../support/office.js';
import { tidy } from '../support/processes.js';
import { officeOf, phoneName, relabelled } from './office.js';

/** `npm run chaos:buttons` uses a thousand. */
const phones = Number(process.env['BUTTONS_PHONES'] ?? 40);
const lists = phones * 0.4 * 2;
/** With BUTTONS_SEED, the kills come at the same writes again. */
const seed = Number(process.env['BUTTONS_SEED'] ?? Date.now() % 1_000_000);
const journal = 'run.journal';
const now = ['--yes', '--per-hour', '0'];
const relabel = ['relabel', '7000', 'New Owner', '--journal', journal, ...now, '--max-devices', String(phones)];

let office: Office;
let client: PhoneProxyClient;

beforeEach(async () => {
  office = await openOffice(officeOf(phones), { latencyMs: 5, settings: withHistory() });
  client = createClient({ baseUrl: office.proxy.url, username: caller.name, password: caller.password });
});

afterEach(async () => {
  await office.close();
  await tidy();
});

/** Numbers from 0 to 1, the same for the same seed. */
function diceOf(start: number): () => number {
  let state = start;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** Runs a command and kills it some milliseconds after the given number of writes. @returns how it ended */
async function killedAfter(writes: number, ms: number, ...given: readonly string[]) {
  const run = office.begin(...given);
  let sent = 0;
  office.proxy.onRequest = (line) => {
    if (!isChange(line) || (sent += 1) !== writes) return;
    void delay(ms).then(() => {
      run.kill('SIGKILL');
    });
  };
  const ended = await run.ended;
  office.proxy.onRequest = undefined;
  return ended;
}

/** Runs a command, then others, until one ends by itself; each other one is killed at some moment. */
async function killedOften(
  dice: () => number,
  first: readonly string[],
  goOn: readonly string[],
  between: () => Promise<void> = () => Promise.resolve(),
) {
  let given = first;
  for (let kills = 0; kills < 4; kills += 1) {
    const ended = await killedAfter(2 + Math.floor((dice() * lists) / 4), dice() * 20, ...given);
    if (ended.signal === null) return ended;
    expect(ended.signal).toBe('SIGKILL');
    await between();
    given = goOn;
  }
  return office.command(...goOn);
}

/** Every change of the history. */
async function allChanges(): Promise<Change[]> {
  const found: Change[] = [];
  let before: string | undefined;
  do {
    const page = await client.listChanges({ before, limit: 500 });
    found.push(...page.changes);
    before = page.next;
  } while (before !== undefined);
  return found;
}

const wasMade = ({ outcome }: Change): boolean => outcome === 'replaced' || outcome === 'confirmed-by-reading';

it(`'a run that is killed repeatedly, while others write, is one run, and is undone as one (seed ${seed})'`, async () => {
  const dice = diceOf(seed);
  const { simulator, command: buttons } = office;
  const before = simulator.state();
  const theirs = new Set<number>();
  /** Another user gives phones inside and outside the plan their own lists: their last values stay. */
  const somebodyElse = async (): Promise<void> => {
    for (let count = 0; count < 3; count += 1) {
      const place = Math.floor(dice() * phones);
      theirs.add(place);
      await client.replaceSpeedDials(phoneName(place), [{ index: '4', dirn: '7000', label: `Theirs ${count}` }]);
    }
  };
  const withTheirs = (state: readonly DeviceState[], present: readonly DeviceState[]): DeviceState[] =>
    state.map((phone, place) =>
      theirs.has(place) ? { ...phone, speedDials: present[place]?.speedDials ?? [] } : phone,
    );

  const { code, stdout } = await killedOften(dice, relabel, ['resume', journal], somebodyElse);
  expect([0, 3], stdout).toContain(code);
  const after = simulator.state();
  expect(after).toEqual(withTheirs(relabelled(before, 'New Owner'), after));
  for (const place of theirs) expect(after[place]?.speedDials[0]?.label).toMatch(/^Theirs/);

  // All parts of the run are in one run; the other user's changes are in no run.
  const runs = (await client.listRuns()).runs.filter(({ outcomes }) => Object.keys(outcomes).length > 0);
  expect(runs.map(({ title }) => title)).toEqual(['relabel 7000 "New Owner"']);
  const id = runs[0]?.id ?? '';
  const ours = await changesOfRun(client, id);
  const made = (await allChanges()).filter(wasMade);
  expect(made.filter(({ run }) => run === id)).toEqual(ours.filter(wasMade));
  const others = made.filter(({ run }) => run === null).map(({ after: set }) => set?.[0]?.label);
  expect(others.filter((label) => label?.startsWith('Theirs') !== true)).toEqual([]);
  const changed = new Set(ours.filter(wasMade).map(({ device, kind }) => `${device} ${kind}`));
  const told = JSON.parse((await buttons('resume', journal, '--json')).stdout) as { states: Record<string, number> };
  // If the journal does not know the outcome of a write, it is read, unless another user has changed the list since.
  expect(told.states['changed']).toBeLessThanOrEqual(changed.size);
  expect(told.states['changed']).toBeGreaterThanOrEqual(changed.size - theirs.size);

  // The undo, also killed and restarted, reverts exactly these.
  const undone = await killedOften(dice, ['undo', id, ...now], ['undo', id, ...now]);
  expect([0, 3], undone.output).toContain(undone.code);
  expect(simulator.state()).toEqual(withTheirs(before, after));
  const left = (await changesOfRun(client, id)).filter((change) => wasMade(change) && change.undoneBy === null);
  // Only lists that the other user has changed since.
  for (const { device, kind } of left) {
    expect([kind, theirs.has(before.findIndex(({ name }) => name === device))]).toEqual(['speeddial', true]);
  }
}, 1_200_000);

it(`'a run that is killed and resumed changes only what was planned, and can be reverted (seed ${seed})'`, async () => {
  const dice = diceOf(seed + 1);
  const { simulator, command: buttons, folder } = office;
  const before = simulator.state();
  const { code, stdout } = await killedOften(dice, relabel, ['resume', journal]);
  expect([code, stdout]).toEqual([0, expect.stringContaining(`${lists} lists: ${lists} changed`)]);
  expect(simulator.state()).toEqual(relabelled(before, 'New Owner'));
  expect(statSync(join(folder, journal)).mode & 0o777).toBe(0o600);
  const outcomes = readFileSync(join(folder, journal), 'utf8').match(/"state":"changed"/g);
  expect(outcomes).toHaveLength(lists);

  const back = ['rollback', journal, ...now];
  expect((await killedOften(dice, back, back)).code).toBe(0);
  expect(simulator.state()).toEqual(before);
  // A second rollback continues the first one, and a resume of reverted lists changes nothing.
  expect((await buttons(...back)).stderr).toContain('Continuing its rollback');
  const again = await buttons('resume', journal);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('was rolled back')]);
  expect(simulator.state()).toEqual(before);
}, 1_200_000);
