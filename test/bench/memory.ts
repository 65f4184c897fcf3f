import { setTimeout as pause } from 'node:timers/promises';
import { residentMb } from './operating-system.js';
import type { Stage } from './children.js';
import { median } from './statistics.js';
import { firstAnswer, startSubject, type Subject } from './subjects.js';
import { smallPhone } from './work.js';

export interface Memory {
  readonly subject: Subject;
  readonly requests: number;
  readonly callers: number;
  /** Resident memory after the first tenth of the requests, in MB. */
  readonly afterWarmUpMb: number;
  /** The highest value. */
  readonly mostMb: number;
  /** The median of the last third minus the median of the third before. */
  readonly growthMb: number;
  /** About a hundred values over the whole run. */
  readonly course: readonly number[];
}

const callers = 100;

/** As in the systemd unit, the image and `npm start`. The floor has it too. */
const nodeArgs = ['--max-old-space-size=384'];

/** Sends lookups of a hundred callers, and measures the resident memory in the meantime. */
export async function watchMemory(stage: Stage, subject: Subject, requests: number): Promise<Memory> {
  const running = await startSubject(stage, { subject, concurrency: callers, tls: false }, { nodeArgs });
  await firstAnswer(running, smallPhone);
  const course: number[] = [];
  const done = new AbortController();
  const watching = (async (): Promise<void> => {
    while (!done.signal.aborted) {
      course.push(residentMb(running.pid).now);
      await pause(200, undefined, { signal: done.signal }).catch(() => undefined);
    }
  })();
  const { wrong } = await stage.load({ url: running.url, work: smallPhone, callers, amount: requests });
  done.abort();
  await watching;
  const mostMb = residentMb(running.pid).most;
  await stage.stop(running.child);
  if (wrong > 0) throw new Error(`${wrong} wrong answers of ${requests} while watching memory`);
  return {
    ...{ subject, requests, callers, mostMb },
    afterWarmUpMb: course[Math.floor(course.length / 10)] ?? NaN,
    growthMb: growth(course),
    course: thinned(course, 100).map((mb) => Math.round(mb * 10) / 10),
  };
}

/** @returns the difference between the last third of a series and the one before it */
export function growth(course: readonly number[]): number {
  const third = Math.max(1, Math.floor(course.length / 3));
  return median(course.slice(-third)) - median(course.slice(-2 * third, -third));
}

/** @returns at most this many values, evenly chosen */
export function thinned(course: readonly number[], most: number): number[] {
  const step = Math.max(1, Math.ceil(course.length / most));
  return course.filter((_, place) => place % step === 0);
}
