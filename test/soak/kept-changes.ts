import { readFileSync } from 'node:fs';
import type { SpeedDial } from '../../src/domain/phone.js';
import type { Change } from '../../src/history/change.js';
import type { ChangeStore } from '../../src/history/store/change-store.js';
import { openChangeStore } from '../support/open-changes.js';
import { listText } from './history.js';

/** The compared parts of a line in the audit file. */
interface AuditLine {
  readonly requestId: string;
  readonly phone: string;
  readonly before?: readonly SpeedDial[];
  readonly after?: readonly SpeedDial[];
  readonly outcome: string;
}

/** What the comparison has found. */
export interface Comparison {
  readonly changes: number;
  readonly auditLines: number;
  /** Changes that began with an older list, which came back because the call manager carried a write out late. */
  readonly late: number;
  readonly faults: readonly string[];
}

/** Outcomes that need a change in the history: something was sent, or may have been. */
const sent = new Set(['replaced', 'confirmed-by-reading', 'outcome-unknown']);

/**
 * Compares the history, the audit file and the call manager, after the service has ended.
 * @param present each phone's list in the call manager, as text
 */
export async function compareKept(
  historyFile: string,
  auditFile: string,
  present: ReadonlyMap<string, string>,
): Promise<Comparison> {
  const changes = await allChanges(historyFile);
  const lines = readFileSync(auditFile, 'utf8').trimEnd().split('\n');
  const audit = lines.map((line) => JSON.parse(line) as AuditLine);
  const stories = [...present].map(([phone, list]) => story(changesOf(phone, changes), list));
  return {
    changes: changes.length,
    auditLines: audit.length,
    late: stories.reduce((sum, { late }) => sum + late, 0),
    faults: [...unlikeAudit(changes, audit), ...stories.flatMap(({ faults }) => faults)],
  };
}

/** @returns all changes, oldest first */
async function allChanges(path: string): Promise<Change[]> {
  const store: ChangeStore = await openChangeStore({ store: 'sqlite', path, retentionDays: 400 });
  const changes: Change[] = [];
  let before: string | undefined;
  do {
    const page = await store.list({ before }, 500);
    changes.push(...page.changes);
    before = page.next;
  } while (before !== undefined);
  await store.close();
  return changes.reverse();
}

function changesOf(phone: string, changes: readonly Change[]): Change[] {
  return changes.filter(({ device }) => device.name.toLowerCase() === phone.toLowerCase());
}

/** A change and its line in the audit file must agree, and everything that was sent must have both. */
function unlikeAudit(changes: readonly Change[], audit: readonly AuditLine[]): string[] {
  const lines = new Map(audit.map((line) => [line.requestId, line]));
  const kept = new Set(changes.map(({ requestId }) => requestId));
  return [
    ...changes.flatMap((change) => {
      const line = lines.get(change.requestId ?? '');
      if (line === undefined) return [`change ${change.id} is not in the audit file`];
      return told(change) === toldBy(line) ? [] : [`change ${change.id}: ${told(change)}, audited ${toldBy(line)}`];
    }),
    ...audit.flatMap(({ requestId, outcome }) =>
      sent.has(outcome) && !kept.has(requestId) ? [`${requestId} was audited as ${outcome}, and is no change`] : [],
    ),
  ];
}

function told({ device, before, after, outcome }: Change): string {
  return [device.name, textOf(before ?? []), textOf(after), outcome].join(' ');
}

function toldBy({ phone, before = [], after = [], outcome }: AuditLine): string {
  return [phone, listText(before), listText(after), outcome].join(' ');
}

/**
 * Each change of a phone must begin with the list that earlier ones left, and the last one must have left the present
 * list.
 */
function story(changes: readonly Change[], present: string): { readonly late: number; readonly faults: string[] } {
  const faults: string[] = [];
  const everSet = new Set<string>();
  let possible: string[] | undefined;
  let late = 0;
  for (const { id, device, before, after, outcome } of changes) {
    const [was, is] = [textOf(before ?? []), textOf(after)];
    if (possible && !possible.includes(was)) {
      if (everSet.has(was)) late += 1;
      else faults.push(`change ${id} of ${device.name} begins with ${was.slice(0, 80)}, which nobody has set`);
    }
    everSet.add(was).add(is);
    const isDone = outcome === 'replaced' || outcome === 'confirmed-by-reading';
    const isOpen = outcome === 'outcome-unknown' || outcome === 'internal-error';
    possible = isDone ? [is] : isOpen ? [was, is] : [was];
  }
  const last = changes.at(-1);
  if (last && possible && !possible.includes(present)) {
    faults.push(`${last.device.name} has ${present.slice(0, 80)}, and change ${last.id} left ${textOf(last.after)}`);
  }
  return { late, faults };
}

/** The soak writes only speed dials. */
function textOf(entries: Change['after']): string {
  return listText(entries as readonly SpeedDial[]);
}
