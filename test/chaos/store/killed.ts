import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dial } from '../../support/changes.js';
import {
  contradictions,
  dialsIn,
  type KeptChange,
  keptChanges,
  replace,
  type Told,
  unkept,
} from '../../support/kept-changes.js';
import { emptyFolder } from '../../support/processes.js';
import { type ServiceProcess, startServiceProcess } from '../../support/service-process.js';
import type { SimulatorProcess } from '../../support/simulator-process.js';
import { serviceSettings } from '../../support/test-service.js';

const phones = ['SEP00A1B2C30001', 'SEP00A1B2C30003', 'SEP00A1B2C30004'];

/** Callers of each phone: one writes, another one waits for its turn. */
const callersOfEach = 2;

/** How long the service may run before it is killed, in milliseconds. */
const mostMs = 400;

/** This many times in a row it may run until a first write is answered; the next time it is killed at its start. */
const atWorkInARow = 3;

export interface Kills {
  /** Writes that were answered 200. */
  readonly acknowledged: number;
  /** Writes with an unknown outcome: the kill interrupted them. */
  readonly unknown: number;
  /** What is wrong. */
  readonly wrong: readonly string[];
}

/**
 * Kills the service repeatedly while callers write, and compares the history after the next start with what callers
 * were told.
 */
export async function killAtRandom(simulator: SimulatorProcess, kills: number): Promise<Kills> {
  await simulator.control('POST', 'reset');
  const run = new Run(simulator, path.join(emptyFolder(), 'history.db'));
  for (let kill = 0; kill < kills; kill += 1) await run.killOnce(kill);
  return run.end();
}

class Run {
  readonly #simulator: SimulatorProcess;
  readonly #file: string;
  /** The last checked change of each phone. */
  readonly #last = new Map<string, KeptChange>();
  readonly #wrong: string[] = [];
  #told: Told[] = [];
  #acknowledged = 0;
  #unknown = 0;

  constructor(simulator: SimulatorProcess, file: string) {
    this.#simulator = simulator;
    this.#file = file;
  }

  async killOnce(round: number): Promise<void> {
    const service = await this.#start();
    await this.#look(service);
    const answers = new EventEmitter();
    const first = once(answers, 'answer');
    const callers = phones.flatMap((phone) =>
      Array.from({ length: callersOfEach }, (_, place) =>
        this.#write(service.url, phone, `${round}-${phone}-${place}`, answers),
      ),
    );
    if (round % (atWorkInARow + 1) < atWorkInARow) await first;
    await sleep(Math.random() * mostMs);
    service.process.kill('SIGKILL');
    await Promise.all([service.process.ended, ...callers]);
  }

  async end(): Promise<Kills> {
    const service = await this.#start();
    await this.#look(service);
    service.process.kill('SIGTERM');
    await service.process.ended;
    return { acknowledged: this.#acknowledged, unknown: this.#unknown, wrong: this.#wrong };
  }

  #start(): Promise<ServiceProcess> {
    return startServiceProcess({ ...serviceSettings(this.#simulator.url), DATABASE_URL: `sqlite:${this.#file}` });
  }

  /** Writes until no answer comes any more. */
  async #write(url: string, phone: string, who: string, answers: EventEmitter): Promise<void> {
    for (let count = 0; ; count += 1) {
      const told = await replace(url, phone, [dial(1, String(count), who)], `${who}-${count}`);
      this.#told.push(told);
      answers.emit('answer');
      if (told.answer === 'lost') return;
      if (told.answer !== 200) this.#wrong.push(`${told.requestId} was answered ${told.answer}`);
    }
  }

  /** Checks what has come since the last time. */
  async #look({ url }: ServiceProcess): Promise<void> {
    const told = this.#told;
    this.#told = [];
    for (const phone of phones) {
      const last = this.#last.get(phone);
      const changes = await keptChanges(url, phone, last?.id);
      const ofPhone = told.filter(({ requestId }) => requestId.includes(phone));
      this.#acknowledged += ofPhone.filter(({ answer }) => answer === 200).length;
      this.#unknown += changes.filter(({ state }) => state === 'uncertain').length;
      this.#wrong.push(
        ...unkept(ofPhone, changes),
        ...contradictions(last ? [last, ...changes] : changes, await dialsIn(this.#simulator, phone)),
      );
      const newest = changes.at(-1);
      if (newest) this.#last.set(phone, newest);
    }
  }
}
