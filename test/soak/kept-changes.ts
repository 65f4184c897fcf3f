import { readFileSync } from 'node:fs';
import type { SpeedDial } from '../../src/domain/phone.js';
import type { SentList } from '../../src/changes/change.js';
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
const wasSent = new Set(['replaced', 'confirmed-by-reading', 'outcome-unknown']);

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

/** @returns all lists that were sent, oldest first */
async function allChanges(path: string): Promise<SentList[]> {
  const store = await openChangeStore({ store: 'sqlite', path, retentionDays: 400 });
  const lists: SentList[] = [];
  for (let page = await store.listAfter('0', 500); page.length > 0;) {
    lists.push(...page);
    page = await store.listAfter(page.at(-1)?.sent.number ?? '', 500);
  }
  await store.close();
  return lists;
}

function changesOf(phone: string, changes: readonly SentList[]): SentList[] {
  return changes.filter(({ device }) => device.name.toLowerCase() === phone.toLowerCase());
}

/** A change and its line in the audit file must agree, and everything that was sent must have both. */
function unlikeAudit(changes: readonly SentList[], audit: readonly AuditLine[]): string[] {
  const lines = new Map(audit.map((line) => [line.requestId, line]));
  const kept = new Set(changes.map(({ sent }) => sent.requestId));
  return [
    ...changes.flatMap((change) => {
      const line = lines.get(change.sent.requestId ?? '');
      if (line === undefined) return [`change ${change.change} is not in the audit file`];
      return told(change) === toldBy(line) ? [] : [`change ${change.change}: ${told(change)}, audited ${toldBy(line)}`];
    }),
    ...audit.flatMap(({ requestId, outcome }) =>
      wasSent.has(outcome) && !kept.has(requestId) ? [`${requestId} was audited as ${outcome}, and is no change`] : [],
    ),
  ];
}

function told({ device, before, after, state, problem }: SentList): string {
  return [device.name, textOf(before), textOf(after), state === 'changed' ? state : problem?.code].join(' ');
}

function toldBy({ phone, before = [], after = [], outcome }: AuditLine): string {
  const isDone = outcome === 'replaced' || outcome === 'confirmed-by-reading';
  return [phone, listText(before), listText(after), isDone ? 'changed' : outcome].join(' ');
}

/**
 * Each change of a phone must begin with the list that earlier ones left, and the last one must have left the present
 * list.
 */
function story(changes: readonly SentList[], present: string): { readonly late: number; readonly faults: string[] } {
  const faults: string[] = [];
  const everSet = new Set<string>();
  let possible: string[] | undefined;
  let late = 0;
  for (const { change, device, before, after, state } of changes) {
    const [was, is] = [textOf(before), textOf(after)];
    if (possible && !possible.includes(was)) {
      if (everSet.has(was)) late += 1;
      else faults.push(`change ${change} of ${device.name} begins with ${was.slice(0, 80)}, which nobody has set`);
    }
    everSet.add(was).add(is);
    const isSet = state === 'changed' || state === 'stored-otherwise';
    possible = isSet ? [is] : state === 'uncertain' ? [was, is] : [was];
  }
  const last = changes.at(-1);
  if (last && possible && !possible.includes(present)) {
    faults.push(
      `${last.device.name} has ${present.slice(0, 80)}, and change ${last.change} left ${textOf(last.after)}`,
    );
  }
  return { late, faults };
}

/** The soak writes only speed dials. */
function textOf(entries: SentList['after']): string {
  return listText((entries ?? []) as readonly SpeedDial[]);
}
