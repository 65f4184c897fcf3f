import type { BackendCounts } from './backend.js';
import type { LoadReply } from './generator.js';
import { cpuMs, residentMb } from './operating-system.js';
import type { Stage } from './children.js';
import { type Summary, summary } from './statistics.js';
import { firstAnswer, type RunningSubject, type Setting, startSubject } from './subjects.js';
import { type Work } from './work.js';

/** One thing to measure: a subject, a work and a load. */
export interface Cell extends Setting {
  readonly work: Work;
  readonly latencyMs: number;
  readonly callers: number;
}

/** Cells that are compared with each other, so they are sampled in turns: A B C, A B C, … */
export interface Group {
  readonly name: string;
  readonly title: string;
  readonly cells: readonly Cell[];
  readonly rounds: number;
  /** The length of one sample: an amount of the subject's CPU time, or a number of requests for each caller. */
  readonly sample: { readonly cpuMs: number } | { readonly requests: number };
}

export interface Sample {
  readonly requests: number;
  readonly seconds: number;
  readonly cpuMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Measured {
  readonly cell: Cell;
  readonly samples: readonly Sample[];
  /** CPU time of the subject's process for one request, in microseconds. */
  readonly cpuUs: Summary;
  readonly p50Ms: Summary;
  readonly p99Ms: Summary;
  readonly perSecond: Summary;
  /** AXL calls for one request, by operation, over all samples. */
  readonly axlCalls: Readonly<Record<string, number>>;
  /** How many connections to the backend were opened for a thousand AXL calls. */
  readonly connections: number;
  readonly residentMb: number;
}

interface Station {
  readonly cell: Cell;
  readonly running: RunningSubject;
  readonly samples: Sample[];
  readonly counts: BackendCounts[];
  /** Requests in a sample. */
  amount: number;
}

/** A service's code is recompiled several times until it is stable, so this many samples are dropped. */
const samplesUntilHot = 4;
const requestsUntilHot = 3000;

/** Measures groups one after another. A subject that several groups need with the same settings is started once. */
export class Bench {
  readonly #running = new Map<string, Promise<RunningSubject>>();

  constructor(
    readonly stage: Stage,
    private readonly say: (line: string) => void,
  ) {}

  async measure({ title, cells, rounds, sample }: Group): Promise<Measured[]> {
    this.say(`${title}: ${cells.length} rows, ${rounds} times in turns`);
    const stations: Station[] = [];
    for (const cell of cells) {
      const running = await this.#subject(cell);
      const station: Station = { cell, running, samples: [], counts: [], amount: cell.callers };
      await this.#warmUp(station, sample);
      stations.push(station);
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const station of stations) {
        const { sample: taken, counts } = await this.#sample(station);
        station.samples.push(taken);
        station.counts.push(counts);
      }
    }
    return stations.map(measuredOf);
  }

  async close(): Promise<void> {
    await this.stopSubjects();
    await this.stage.close();
  }

  async stopSubjects(): Promise<void> {
    for (const running of this.#running.values()) await this.stage.stop((await running).child);
    this.#running.clear();
  }

  #subject(cell: Cell): Promise<RunningSubject> {
    const { subject, concurrency, tls, checkout = '' } = cell;
    const key = `${subject} ${concurrency} ${tls} ${checkout}`;
    const running = this.#running.get(key) ?? startSubject(this.stage, cell);
    this.#running.set(key, running);
    return running;
  }

  /** Runs until the code is hot, and finds out how many requests a sample needs. */
  async #warmUp(station: Station, length: Group['sample']): Promise<void> {
    const { cell, running } = station;
    await this.stage.backend(cell.latencyMs);
    await firstAnswer(running, cell.work);
    if ('requests' in length) {
      // Without the latency, because it would take minutes.
      await this.#sample({ ...station, cell: { ...cell, latencyMs: 0 }, amount: requestsUntilHot });
      station.amount = cell.callers * length.requests;
      return;
    }
    for (let spent = 0; spent < length.cpuMs * samplesUntilHot;) {
      const { sample } = await this.#sample(station);
      spent += sample.cpuMs;
      const cost = Math.max(sample.cpuMs, 1) / sample.requests;
      const wanted = Math.ceil((length.cpuMs * 1.1) / cost);
      station.amount = Math.max(cell.callers, Math.min(wanted, station.amount * 5));
    }
  }

  async #sample({ cell, running, amount }: Station): Promise<{ sample: Sample; counts: BackendCounts }> {
    const { work, callers, latencyMs } = cell;
    await this.stage.backend(latencyMs);
    const before = cpuMs(running.pid);
    const load: LoadReply = await this.stage.load({ url: running.url, work, callers, amount });
    const spent = cpuMs(running.pid) - before;
    const counts = await this.stage.counts(latencyMs);
    if (load.wrong > 0) throw new Error(`${cell.subject} gave ${load.wrong} wrong answers of ${amount}`);
    const { seconds, p50Ms, p99Ms } = load;
    return { sample: { requests: amount, seconds, cpuMs: spent, p50Ms, p99Ms }, counts };
  }
}

function measuredOf({ cell, running, samples, counts }: Station): Measured {
  const over = (figure: (sample: Sample) => number): Summary => summary(samples.map(figure));
  const requests = sum(samples.map((sample) => sample.requests));
  const axlCalls: Record<string, number> = {};
  for (const { calls } of counts) {
    for (const [operation, count] of Object.entries(calls)) {
      axlCalls[operation] = (axlCalls[operation] ?? 0) + count / requests;
    }
  }
  return {
    cell,
    samples,
    cpuUs: over((sample) => (sample.cpuMs * 1000) / sample.requests),
    p50Ms: over((sample) => sample.p50Ms),
    p99Ms: over((sample) => sample.p99Ms),
    perSecond: over((sample) => sample.requests / sample.seconds),
    axlCalls,
    connections:
      (1000 * sum(counts.map(({ connections }) => connections))) /
      sum(counts.flatMap(({ calls }) => Object.values(calls))),
    residentMb: residentMb(running.pid).now,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** @returns the samples of one figure, in the order of the rounds */
export function cpuByRound({ samples }: Measured): number[] {
  return samples.map((sample) => sample.cpuMs / sample.requests);
}

export function p50ByRound({ samples }: Measured): number[] {
  return samples.map(({ p50Ms }) => p50Ms);
}
