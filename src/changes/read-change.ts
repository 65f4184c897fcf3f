import { deviceId } from '../domain/device.js';
import { isServiceError } from '../domain/errors.js';
import { differenceOf } from '../domain/difference.js';
import { type Entry, rulesOf } from '../domain/button-kinds.js';
import { suffices } from '../domain/rights.js';
import type { Change, ChangeList } from './change.js';
import { Digest } from './digest.js';
import { type FinderParts, finderOf } from './finding.js';
import { findLists, type FoundLists } from './intents/find-lists.js';
import type { Finder } from './intents/finder.js';
import { type IntentToFind, NothingFound, notesThatStop } from './intents/intent.js';
import { remarksOf } from './intents/remarks.js';
import { eachOf } from './pace.js';
import { type ReadParts, readList, whileAway } from './read-lists.js';
import type { ReadingEnded } from './store/change-store.js';
import { type ChangeWorkOptions, endWork, type HeldChange, type PartOfWork } from './held-change.js';

/** What reading a change needs. */
export interface ReadChangeParts
  extends FinderParts, Pick<ChangeWorkOptions, 'callManager' | 'observe' | 'history' | 'rightOf'> {
  readonly work: PartOfWork;
}

/**
 * Reads the lists of a change that were not read yet, and says then what becomes of it.
 * @returns whether the reading is over; false if someone else must go on
 */
export async function readChange(held: HeldChange, parts: ReadChangeParts): Promise<boolean> {
  const { change, holder, end } = held;
  const { work, places, history } = parts;
  const options = { user: change.user ?? '', isBackground: true, endedBy: end.signal };
  const reading: ReadParts = {
    ...parts,
    newest: () => history.newestChange({}),
    ask: (asked) => work.as(options, asked),
    waits: (failure) => {
      held.waitsFor = failure && whileAway(failure);
    },
  };
  let { notes } = change;
  const intent = await work.ask((store) => store.intentOf(change.id));
  if (intent) {
    const found = await foundLists(intent, finderOf(reading, parts, end.signal), end.signal);
    if (!found) return false;
    if ('why' in found) {
      const ended = {
        state: 'closed',
        closedBecause: 'nothing-to-change',
        digest: undefined,
        notes,
        ...found,
      } as const;
      return work.ask((store) => store.endReading(change.id, holder, ended));
    }
    ({ notes } = found);
    if (!(await work.ask((store) => store.keepFoundLists(change.id, holder, found.lists, notes)))) return false;
  }
  for await (const page of work.pages(change.id, ['unread'])) {
    const read = async (list: ChangeList): Promise<void> => {
      if (end.signal.aborted) return;
      const found = await places.in(() => readList(list, reading, end.signal));
      if (!found) return;
      const isHeld = await work.ask((store) => store.keepRead(change.id, holder, list.position, found));
      if (!isHeld) endWork(held, 'lost');
    };
    await eachOf(page, atOnce, read, () => {
      endWork(held, 'lost');
    });
    if (end.signal.aborted) return false;
  }
  const summary = await summed(change, work);
  const remarks =
    change.undoes === undefined ? await remarksOf(change.id, work, finderOf(reading, parts, end.signal)) : [];
  if (end.signal.aborted) return false;
  const read = { ...change, notes: [...notes, ...remarks] };
  return work.ask((store) => store.endReading(change.id, holder, endOfReading(read, summary, parts)));
}

/** @returns the lists of an intent, or why there are none; undefined if the work has ended */
async function foundLists(
  intent: IntentToFind,
  finder: Finder,
  end: AbortSignal,
): Promise<FoundLists | { readonly why: string } | undefined> {
  try {
    return await findLists(intent, finder);
  } catch (thrown) {
    if (end.aborted) return undefined;
    if (thrown instanceof NothingFound) return { why: thrown.message };
    if (!isServiceError(thrown) || thrown.code === 'history-unavailable') throw thrown;
    return { why: `Its lists could not be found: ${thrown.facts.detail}` };
  }
}

/** How many lists of a change are read at the same time. */
const atOnce = 2;

/** What the lists of a change amount to. */
export interface Summary {
  readonly digest: string;
  /** How many lists, how many devices of those to set, how many buttons that it removes. */
  readonly lists: number;
  readonly devices: number;
  readonly removals: number;
  readonly isAllThere: boolean;
  /** How many lists have a problem, and the first of these problems. */
  readonly problems: number;
  readonly problem: string | undefined;
}

/** Goes through the lists of a change that are read. */
export async function summed(change: Change, work: Pick<PartOfWork, 'pages'>): Promise<Summary> {
  const digest = new Digest(change);
  const names = new Set<string>();
  let [lists, removals, problems, isAllThere] = [0, 0, 0, true];
  let problem: string | undefined;
  for await (const page of work.pages(change.id)) {
    for (const list of page) {
      digest.add(list);
      lists += 1;
      isAllThere &&= list.state === 'already';
      if (list.problem) {
        problems += 1;
        problem ??= list.problem.detail ?? list.problem.code;
      }
      if (list.state !== 'open') continue;
      names.add(deviceId(list.device));
      removals += removedBy(list);
    }
  }
  return { digest: digest.end(), lists, devices: names.size, removals, isAllThere, problems, problem };
}

function removedBy({ kind, before, after }: ChangeList): number {
  return differenceOf<Entry>(rulesOf(kind) as never, before ?? [], after ?? []).removed.length;
}

/** @returns what becomes of a change whose lists are read */
export function endOfReading(
  change: Change,
  summary: Summary,
  { rightOf }: Pick<ReadChangeParts, 'rightOf'>,
): ReadingEnded {
  const { digest, isAllThere } = summary;
  const ended = { digest, notes: change.notes, closedBecause: undefined, why: undefined };
  if (isAllThere) return { ...ended, state: 'closed', closedBecause: 'nothing-to-change' };
  if (change.isDraft) return { ...ended, state: 'draft' };
  if (!change.begins) return { ...ended, state: 'proposed' };
  const right = rightOf(change.user ?? '');
  const why =
    right === undefined || !suffices(right, 'change')
      ? `${change.user ?? ''} may not change buttons any more.`
      : hindrance(change, summary);
  return why === undefined ? { ...ended, state: 'running' } : { ...ended, state: 'proposed', why };
}

/** @returns why a change does not begin by itself, as a sentence; undefined if it does */
function hindrance({ atMost = {}, undoes, notes }: Change, summary: Summary): string | undefined {
  const { devices = Infinity, removals = Infinity } = atMost;
  if (summary.devices > devices) return `It is for ${summary.devices} devices, and atMost allows ${devices}.`;
  if (summary.removals > removals) return `It removes ${summary.removals} buttons, and atMost allows ${removals}.`;
  const doubtful = notes.find(({ code }) => notesThatStop.has(code));
  if (doubtful) return doubtful.text;
  // An undo restores what is still as the change left it, and tells the rest.
  if (summary.problems === 0 || (undoes !== undefined && summary.devices > 0)) return undefined;
  const told = `${summary.problems} of ${summary.lists} lists cannot be set: ${summary.problem ?? ''}`;
  return summary.devices > 0 ? `${told} It can be begun for the others.` : told;
}
