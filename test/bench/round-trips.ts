import type { Stage } from './children.js';
import { firstAnswer, startSubject, type Subject, subjects } from './subjects.js';
import { axlCallsOf, nameOf } from './asks.js';
import { buttonWorks, tripsOfButtons } from './button-work.js';
import { smallPhone, type Work } from './work.js';

/** The cost of one request for the call manager, as counted by the backend. */
export interface Trips {
  readonly subject: Subject;
  readonly work: string;
  /** How many AXL calls follow each other. */
  readonly deepest: number;
  readonly calls: Readonly<Record<string, number>>;
  /** Whether these are exactly the calls that the work needs, in the needed order. */
  readonly asNeeded: boolean;
}

/** Long enough that parallel calls are recognized, even those of slow clients. */
const latencyMs = 150;
/** Two calls for each of 20 phones. */
const concurrency = 40;

export const lookups: readonly Work[] = [smallPhone, { ...smallPhone, phones: 5 }, { ...smallPhone, phones: 20 }];
export const replacement: Work = { kind: 'POST', dials: 5 };

/** Calls for buttons need the same AXL calls with every lookup, and the ready-made clients do not support them. */
function worksFor(subject: Subject): readonly Work[] {
  const knowsButtons = subject === 'floor, lines' || subject === 'proxy, lines';
  return [...lookups, replacement, ...(knowsButtons ? buttonWorks : [])];
}

/** Sends single requests and checks their calls. */
export async function countTrips(stage: Stage, which: readonly Subject[]): Promise<Trips[]> {
  const trips: Trips[] = [];
  for (const subject of which) {
    const running = await startSubject(stage, { subject, concurrency, tls: false });
    for (const work of worksFor(subject)) {
      // The first request may also log in, load code, or read before a write what later ones need not read.
      await stage.backend(0);
      await firstAnswer(running, work);
      await stage.backend(latencyMs);
      await firstAnswer(running, work);
      const { deepest, calls } = await stage.counts(latencyMs);
      trips.push({ subject, work: nameOf(work), deepest, calls, asNeeded: isAsNeeded(work, subject, deepest, calls) });
    }
    await stage.stop(running.child);
  }
  return trips;
}

/** Whether these are the calls that a work needs; for buttons, also one after another. */
export function isAsNeeded(work: Work, subject: Subject, deepest: number, calls: Trips['calls']): boolean {
  const inOrder = work.kind !== 'buttons' || deepest === tripsOfButtons(work);
  return inOrder && sameCalls(calls, axlCallsOf(work, subjects[subject].lookup));
}

/** @returns whether both have the same number of each operation, except for rounding */
export function sameCalls(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): boolean {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every(
    (operation) => Math.abs((a[operation] ?? 0) - (b[operation] ?? 0)) < 1e-6,
  );
}
