import type { Stage } from './children.js';
import { firstAnswer, startSubject, type Subject, subjects } from './subjects.js';
import { axlCallsOf, nameOf } from './asks.js';
import { buttonWorks, tripsOfButtons } from './button-work.js';
import { smallPhone, type Work } from './work.js';

/** What one request costs the call manager, as the backend counted it. */
export interface Trips {
  readonly subject: Subject;
  readonly work: string;
  /** AXL calls one after another. */
  readonly deepest: number;
  readonly calls: Readonly<Record<string, number>>;
  /** Whether these are exactly the calls that the work needs, and one after another where that is what it needs. */
  readonly asNeeded: boolean;
}

/** Long enough that calls side by side are seen to be side by side, even those of slow clients. */
const latencyMs = 150;
/** Two calls for each of 20 phones. */
const concurrency = 40;

export const lookups: readonly Work[] = [smallPhone, { ...smallPhone, phones: 5 }, { ...smallPhone, phones: 20 }];
export const replacement: Work = { kind: 'POST', dials: 5 };

/** Buttons take the same AXL calls whatever the lookup, and clients from the shelf are not taught them. */
function worksFor(subject: Subject): readonly Work[] {
  const knowsButtons = subject === 'floor, lines' || subject === 'proxy, lines';
  return [...lookups, replacement, ...(knowsButtons ? buttonWorks : [])];
}

/** Sends single requests and looks at what comes of each. */
export async function countTrips(stage: Stage, which: readonly Subject[]): Promise<Trips[]> {
  const trips: Trips[] = [];
  for (const subject of which) {
    const running = await startSubject(stage, { subject, concurrency, tls: false });
    // The first one also logs in, and what it needs is loaded.
    await firstAnswer(running, smallPhone);
    for (const work of worksFor(subject)) {
      await stage.backend(latencyMs);
      await firstAnswer(running, work);
      const { deepest, calls } = await stage.counts(latencyMs);
      trips.push({ subject, work: nameOf(work), deepest, calls, asNeeded: isAsNeeded(work, subject, deepest, calls) });
    }
    await stage.stop(running.child);
  }
  return trips;
}

/** Whether these are the calls that a work needs; of buttons, also one after another. */
export function isAsNeeded(work: Work, subject: Subject, deepest: number, calls: Trips['calls']): boolean {
  const inOrder = work.kind !== 'buttons' || deepest === tripsOfButtons(work);
  return inOrder && sameCalls(calls, axlCallsOf(work, subjects[subject].lookup));
}

/** @returns whether both hold the same number of each operation, but for rounding */
export function sameCalls(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): boolean {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every(
    (operation) => Math.abs((a[operation] ?? 0) - (b[operation] ?? 0)) < 1e-6,
  );
}
