import { shown } from '../output/shown.js';
import type { Plan, PlannedList } from '../plan/plan.js';
import { readFileOrStop } from '../private-files.js';
import { Stop } from '../stop.js';
import { headSchema, journalFormat, journalVersion, lineSchema, listLineSchema } from './journal-lines.js';
import type { Outcome } from './states.js';

/** What a journal says of one list. */
export interface JournalledList {
  readonly planned: PlannedList;
  /** The last one; undefined where nothing was sent, or where the run was cut off before it was known. */
  readonly outcome: Outcome | undefined;
  /** Whether it may have been changed without the journal knowing. */
  readonly inDoubt: boolean;
}

export interface JournalRead {
  readonly plan: Plan;
  readonly lists: readonly JournalledList[];
  /** How many bytes of the file are whole lines. */
  readonly length: number;
  /** Whether a crash left a part of a line behind them. */
  readonly isTorn: boolean;
}

/**
 * Reads the journal of a run, also of one that was cut off in the middle of a line.
 * @throws Stop when the file cannot be read, is no journal of this version, is damaged, or is that of a run that had
 *   not begun
 */
export async function readJournal(file: string): Promise<JournalRead> {
  const text = await readFileOrStop(file);
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const lines = whole.split('\n').slice(0, -1);
  const head = headOf(file, lines[0] ?? '');
  const planned = lines.slice(1, 1 + head.lists).map((line, place) => {
    const parsed = listLineSchema.safeParse(valueOf(line));
    if (!parsed.success || parsed.data.list !== place) throw damaged(file, place + 2);
    return parsed.data.planned;
  });
  const events = lines.slice(1 + head.lists);
  if (events.length === 0) {
    throw new Stop(`the run of ${shown(file)} had not begun: nothing was changed. Give the command again`);
  }
  const { command, url, made } = head;
  return {
    plan: { command, url, made, lists: planned },
    lists: followed(file, planned, events),
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
    throw new Stop(
      `${shown(file)} is a journal of version ${version}, and this command knows version ${journalVersion}`,
    );
  }
  throw new Stop(`${shown(file)} is no journal of a run`);
}

/** What the lines behind the plan say of each list. */
function followed(file: string, planned: readonly PlannedList[], events: readonly string[]): JournalledList[] {
  const intended = new Set<number>();
  const outcomes = new Map<number, Outcome>();
  for (const [place, line] of events.entries()) {
    const parsed = lineSchema.safeParse(valueOf(line));
    if (!parsed.success) throw damaged(file, 2 + planned.length + place);
    const event = parsed.data;
    if ('intention' in event) {
      intended.add(event.intention);
      outcomes.delete(event.intention);
    } else if ('outcome' in event) {
      outcomes.set(event.outcome, { state: event.state, detail: event.detail });
    }
  }
  return planned.map((list, place) => {
    const outcome = outcomes.get(place);
    const inDoubt = outcome === undefined ? intended.has(place) : outcome.state === 'uncertain';
    return { planned: list, outcome, inDoubt };
  });
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
