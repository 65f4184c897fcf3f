import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Caller, type Scope, Tally } from './callers.js';
import { Dice } from '../support/dice.js';
import { longestLateMs } from './faults.js';
import { History, listText } from './history.js';
import { compareKept, type Comparison } from './kept-changes.js';
import { deadlineMs, ServiceProcess, type Vitals } from './watched-service.js';
import { type PhoneState, SimulatedCluster } from './simulated-cluster.js';
import { makeTrouble } from './trouble.js';
import { heapSlope, leaks, type Sample, summary } from './verdict.js';

export interface SoakOptions {
  readonly minutes: number;
  readonly callers: number;
  readonly seed: number;
}

const nodes = 3;
/** How long callers and faults run before everything is checked. */
const roundMs = 9_000;

/**
 * Runs callers and faults against the service in its own process, round after round.
 * @param print takes the lines for the terminal
 * @returns whether everything was right
 */
export async function soak({ minutes, callers, seed }: SoakOptions, print: (line: string) => void): Promise<boolean> {
  const dice = new Dice(seed);
  print(`${minutes} minutes, ${callers} callers, seed ${seed} (repeat with --seed ${seed})`);
  const folder = mkdtempSync(join(tmpdir(), 'axl-phone-proxy-soak-'));
  const [auditFile, historyFile] = [join(folder, 'audit.jsonl'), join(folder, 'history.db')];
  const cluster = new SimulatedCluster(nodes);
  await cluster.start();
  const service = new ServiceProcess(cluster.urls, auditFile, historyFile);
  const run = new Run(cluster, service, dice, scopeOf(await cluster.phones()), await begun(service));
  const started = Date.now();
  await run.calm();
  while (Date.now() - started < minutes * 60_000) print(await run.round(callers));
  await run.calm();
  const exitCode = await service.stop();
  await pause(200);
  run.check(exitCode === 0, `the service ended with ${String(exitCode)} after SIGTERM`);
  const left = cluster.relays.reduce((sum, { open }) => sum + open, 0);
  run.check(left === 0, `${left} connections to the call manager outlived the service`);
  const kept = await compareKept(historyFile, auditFile, await run.lists());
  const logged = service.events.get('write') ?? 0;
  run.check(kept.auditLines === logged, `the audit file has ${kept.auditLines} lines, the log ${logged}`);
  await cluster.stop();
  rmSync(folder, { recursive: true });
  for (const line of run.report(kept)) print(line);
  return run.faults.length === 0;
}

async function begun(service: ServiceProcess): Promise<Vitals> {
  await service.listening();
  return service.vitals();
}

/** A dozen numbers that are on few phones, and all the phones that carry them. */
function scopeOf(phones: readonly PhoneState[]): Scope {
  const carriers = new Map<string, string[]>();
  for (const { name, lines } of [...phones].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const numbers = new Set(lines.map(({ pattern }) => pattern.replace(/^\\\+/, '+')));
    for (const number of numbers) carriers.set(number, [...(carriers.get(number) ?? []), name]);
  }
  const numbers = [...carriers].filter(([, names]) => names.length <= 3).map(([number]) => number);
  const chosen = numbers.filter((_, place) => place % Math.ceil(numbers.length / 12) === 0);
  return { numbers: chosen, carriers, phones: [...new Set(chosen.flatMap((number) => carriers.get(number) ?? []))] };
}

/** One run, with its parts and its results. */
class Run {
  readonly faults: string[] = [];
  readonly #history: History;
  readonly #tally = new Tally();
  readonly #troubles = new Tally();
  readonly #samples: Sample[] = [];
  readonly #started = Date.now();
  #rounds = 0;
  #recoveryMs = 0;

  constructor(
    private readonly cluster: SimulatedCluster,
    private readonly service: ServiceProcess,
    private readonly dice: Dice,
    private readonly scope: Scope,
    private readonly before: Vitals,
  ) {
    this.#history = new History(service.traces);
  }

  check(isSo: boolean, otherwise: string): void {
    if (!isSo) this.faults.push(otherwise);
  }

  /** Without faults every lookup and every write soon gets a 200. */
  async calm(): Promise<void> {
    const started = Date.now();
    const one = new Caller(this.service.url, this.scope, this.dice.split(), this.#history, new Tally());
    const tasks = [
      ...this.scope.phones.map((phone) => () => one.write(phone)),
      ...this.scope.numbers.map((number) => () => one.lookUp(number)),
    ];
    await this.#beginAnew();
    for (const task of tasks) {
      while ((await task())?.status !== 200) {
        // A rejected write or a hang-up of this caller is drawn again.
        if (Date.now() - started > 60_000) {
          this.check(false, 'the service was not well again a minute after the call manager was');
          return;
        }
        await pause(50);
      }
    }
    one.end();
    this.#recoveryMs = Date.now() - started;
    await this.#lookAtAll();
  }

  /** @returns a line about what happened */
  async round(callers: number): Promise<string> {
    const until = Date.now() + roundMs;
    const all = Array.from(
      { length: callers },
      () => new Caller(this.service.url, this.scope, this.dice.split(), this.#history, this.#tally),
    );
    const trouble = makeTrouble(this.cluster, this.dice.split(), until, (what) => {
      this.#troubles.count(what);
    });
    await Promise.all([trouble, ...all.map((one) => one.goOn(until))]);
    await this.cluster.control('DELETE', 'misbehaviour');
    // Writes of callers who hung up are completed, and attempts that were given up may be carried out late.
    await pause(deadlineMs + longestLateMs);
    const found = this.faults.length;
    await this.#lookAtAll();
    const vitals = await this.#calmVitals();
    this.#rounds += 1;
    this.#samples.push({ ms: Date.now() - this.#started, ...vitals });
    return this.#told(vitals, this.faults.length - found);
  }

  async #lookAtAll(): Promise<void> {
    this.faults.push(...this.#history.untrueLookups(), ...this.#history.untrueState(await this.lists()));
    await this.#beginAnew();
    this.service.traces.clear();
  }

  async #beginAnew(): Promise<void> {
    for (const [phone, list] of await this.lists()) this.#history.begin(phone, list);
  }

  /** The call manager's list of each phone, as text. */
  async lists(): Promise<ReadonlyMap<string, string>> {
    const phones = await this.cluster.phones();
    const ours = phones.filter(({ name }) => this.scope.phones.includes(name));
    return new Map(
      ours.map(({ name, speedDials }) => [
        name,
        listText(speedDials.map((dial) => ({ ...dial, index: String(dial.index) }))),
      ]),
    );
  }

  /** The resources of the idle service: its connections are cut, so that none is merely kept alive. */
  async #calmVitals(): Promise<Vitals> {
    for (const relay of this.cluster.relays) relay.cut();
    let vitals = await this.service.vitals();
    for (let round = 0; round < 50 && leaks(this.before, vitals).length > 0; round += 1) {
      await pause(100);
      vitals = { ...(await this.service.vitals()), loop: vitals.loop };
    }
    return vitals;
  }

  #told({ heapBytes, loop }: Vitals, found: number): string {
    const requests = [...this.#tally.answers.values()].reduce((sum, count) => sum + count, 0);
    return (
      `round ${this.#rounds}: ${requests} requests so far, ${this.cluster.restarts} restarts, ` +
      `heap ${(heapBytes / 2 ** 20).toFixed(2)} MB, loop at most ${loop.longestMs} ms` +
      (found > 0 ? `, ${found} NOT SO` : '')
    );
  }

  /** The result and the summary. */
  report(kept: Comparison): string[] {
    this.faults.push(...kept.faults);
    const last = this.#samples.at(-1);
    if (last) this.faults.push(...leaks(this.before, last));
    const slope = heapSlope(this.#samples);
    this.check(slope.flat, `the heap grows by ${slope.megabytesPerMinute.toFixed(2)} MB a minute`);
    this.faults.push(...this.#tally.untrue, ...this.service.alarms);
    const longestMs = Math.max(...this.#samples.map(({ loop }) => loop.longestMs));
    this.check(longestMs < 1_000, `the event loop was held for ${longestMs} ms`);
    this.check(this.#tally.slowestMs < deadlineMs + 2_000, `an answer took ${Math.round(this.#tally.slowestMs)} ms`);
    return summary({
      answers: this.#tally.answers,
      troubles: this.#troubles.answers,
      restarts: this.cluster.restarts,
      connections: this.cluster.relays.reduce((sum, { opened }) => sum + opened, 0),
      late: this.#history.late,
      kept,
      slowestMs: this.#tally.slowestMs,
      longestLoopMs: longestMs,
      recoveryMs: this.#recoveryMs,
      before: this.before,
      samples: this.#samples,
      faults: this.faults,
    });
  }
}
