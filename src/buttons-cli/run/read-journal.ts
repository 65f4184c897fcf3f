import { shown } from '../output/shown.js';
import type { Plan, PlannedList } from '../plan/plan.js';
import { readFileOrStop } from '../private-files.js';
import { Stop } from '../stop.js';
import {
  headSchema,
  journalFormat,
  journalVersion,
  lineSchema,
  listLineSchema,
  type RunSettings,
} from './journal-lines.js';
import { type JournalLock, lockJournal } from './journal-lock.js';
import { type Settled, stateFacts, type Work } from './states.js';

/** What a journal says about one list. */
export interface JournalledList {
  readonly planned: PlannedList;
  /** The last outcome; undefined if nothing was sent, or if the run was interrupted before the outcome was known. */
  readonly outcome: Settled | undefined;
  /** Whether the list may have changed without an outcome in the journal. */
  readonly inDoubt: boolean;
}

/** The journal of a run. Only this process uses it while it has the lock. */
export interface JournalRead {
  readonly file: string;
  readonly lock: JournalLock;
  readonly plan: Plan;
  /** The run in the service's history. */
  readonly run: string | undefined;
  readonly settings: RunSettings;
  readonly lists: readonly JournalledList[];
  /** The journal of the run that has reverted it, or has begun to. */
  readonly rolledBack: string | undefined;
  /** The length of all complete lines, in bytes. */
  readonly length: number;
  /** Whether a crash left an incomplete line after them. */
  readonly isTorn: boolean;
}

/**
 * Reads the journal of a run, and locks it for this process. The journal may end in the middle of a line.
 * @throws Stop if the file cannot be read, is damaged, is in use, is not a journal of this version, or belongs to a run
 * that had not begun
 */
export async function readJournal(file: string): Promise<JournalRead> {
  const { id } = headOf(file, (await readFileOrStop(file)).split('\n', 1)[0] ?? '');
  const lock = await lockJournal(file, id);
  // The previous holder of the lock may have written to it.
  const text = await readFileOrStop(file);
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const lines = whole.split('\n').slice(0, -1);
  const head = headOf(file, lines[0] ?? '');
  const planned = lines.slice(1, 1 + head.lists).map((line, index) => {
    const parsed = listLineSchema.safeParse(valueOf(line));
    if (!parsed.success || parsed.data.list !== index) throw damaged(file, index + 2);
    return parsed.data.planned;
  });
  const events = lines.slice(1 + head.lists);
  if (events.length === 0) {
    throw new Stop(`the run of ${shown(file)} had not started: nothing was changed. Run the command again`);
  }
  const { command, url, login, made, perHour, keepGoing } = head;
  return {
    ...{ file, lock },
    plan: { command, url, login, made, isRollback: false, lists: planned },
    settings: { perHour, keepGoing },
    ...followed(file, planned, events, head.run),
    length: Buffer.byteLength(whole),
    isTorn: text.length > whole.length,
  };
}

function headOf(file: string, line: string) {
  const value = valueOf(line);
  const parsed = headSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown };
  if (format === journalFormat && typeof version === 'number' && version !== journalVersion) {
    throw new Stop(`${shown(file)} is a journal of version ${version}; this command reads version ${journalVersion}`);
  }
  throw new Stop(`${shown(file)} is not the journal of a run`);
}

/** Reads the lines after the plan. */
function followed(
  file: string,
  planned: readonly PlannedList[],
  events: readonly string[],
  begunAs: string | undefined,
): Pick<JournalRead, 'lists' | 'rolledBack' | 'run'> {
  const intended = new Set<number>();
  const outcomes = new Map<number, Settled>();
  const replanned = new Map<number, PlannedList>();
  let rolledBack: string | undefined;
  let run = begunAs;
  for (const [index, line] of events.entries()) {
    const parsed = lineSchema.safeParse(valueOf(line));
    if (!parsed.success) throw damaged(file, 2 + planned.length + index);
    const event = parsed.data;
    if ('intention' in event) {
      intended.add(event.intention);
      outcomes.delete(event.intention);
    } else if ('outcome' in event) {
      outcomes.set(event.outcome, { state: event.state, detail: event.detail });
    } else if ('replanned' in event) {
      replanned.set(event.replanned, event.planned);
      outcomes.delete(event.replanned);
      intended.delete(event.replanned);
    } else if ('rolledBack' in event) rolledBack = event.rolledBack;
    else if ('resumed' in event) run = event.run ?? run;
  }
  const lists = planned.map((list, index) => {
    const outcome = outcomes.get(index);
    const inDoubt = outcome === undefined ? intended.has(index) : outcome.state === 'uncertain';
    return { planned: replanned.get(index) ?? list, outcome, inDoubt };
  });
  return { lists, rolledBack, run };
}

/**
 * @returns the work of a run that continues. Settled lists keep their outcome, refused lists are retried, and lists in
 * doubt are read
 */
export function workLeft({ lists }: Pick<JournalRead, 'lists'>): Work[] {
  return lists.map(({ planned, outcome, inDoubt }) => ({
    planned,
    outcome: outcome && stateFacts[outcome.state].isFinal ? outcome : undefined,
    inDoubt,
  }));
}

function valueOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function damaged(file: string, line: number): Stop {
  return new Stop(`${shown(file)} is damaged at line ${line}; nothing was changed`);
}
