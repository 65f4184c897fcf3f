import { type ButtonKind, type EntryOf, rulesOf } from '../domain/button-kinds.js';
import { sameButtons } from '../domain/buttons.js';
import { type DeviceKey, named } from '../domain/device.js';
import { listTag } from '../domain/list-tag.js';
import { isServiceError } from '../domain/errors.js';
import type { Observe } from '../observability/observations.js';
import type { CallContext } from '../use-cases/call-context.js';
import type { ButtonsOfDevices, CallManager } from '../use-cases/call-manager.js';
import type { ChangeList, ListProblem } from './change.js';
import { type Failure, failureOf } from './failures.js';
import { edited } from './intents/list-edits.js';
import { pause } from './pace.js';
import type { ListRead } from './store/change-store.js';

/** What reading the lists of changes needs. */
export interface ReadParts {
  readonly callManager: Pick<CallManager, 'buttons'>;
  readonly observe: Observe;
  /** Runs with its own context for each list. */
  readonly ask: <Result>(work: (context: CallContext) => Promise<Result>) => Promise<Result>;
  /** The number of the newest sent list. */
  readonly newest: () => Promise<string>;
  /** Is told for what the list waits, and when it does not wait any more. */
  readonly waits: (failure: Failure | undefined) => void;
}

/** How often a list is read, at most, if the failure is a passing one. */
const mostTries = 6;

/** @returns after how many seconds a call is tried again: as the service says, or 1, 2, 4 and so on */
export function secondsBeforeNext({ afterSeconds }: Failure, tries: number): number {
  return Math.min(afterSeconds ?? 2 ** (tries - 1), 30);
}

/** @returns what a change waits for whose call manager, or database, is away; a sentence */
export function whileAway({ error }: Failure): string {
  return `It waits, and goes on by itself: ${error.facts.detail}`;
}

/**
 * Reads a list from the publisher, and compares it with what is asked for. After passing failures it reads again. A list
 * that cannot be read has a problem then; that is a result, and not an error.
 * @param end after it, nothing is read any more
 * @returns undefined if the work has ended before the list was read
 * @throws ServiceError `history-unavailable` if the journal cannot be asked
 */
export async function readList(list: ChangeList, parts: ReadParts, end: AbortSignal): Promise<ListRead | undefined> {
  const answered = await answerOf(
    async () => {
      // Ask for the newest sent list before this one is read, so that no write in between is missed.
      const since = await parts.newest();
      return { ...(await parts.ask((context) => readOnce(list, parts, context))), since };
    },
    parts,
    end,
  );
  if (!answered || 'value' in answered) return answered?.value;
  return { ...unread, state: 'refused', problem: problemOf(list.device, answered.failure.error) };
}

const unread = { uuid: undefined, before: undefined, after: undefined, since: undefined } as const;

/**
 * Asks the call manager. After passing failures it asks again, up to six times.
 * @param end after it, nothing is asked any more
 * @returns undefined if the work has ended before the answer
 * @throws ServiceError `history-unavailable` if the store cannot be asked
 */
export async function answerOf<Value>(
  ask: () => Promise<Value>,
  { observe, waits }: Pick<ReadParts, 'observe' | 'waits'>,
  end: AbortSignal,
): Promise<{ readonly value: Value } | { readonly failure: Failure } | undefined> {
  for (let tries = 1; ; tries += 1) {
    try {
      const value = await ask();
      if (tries > 1) waits(undefined);
      return { value };
    } catch (thrown) {
      if (end.aborted) return undefined;
      if (isServiceError(thrown, 'history-unavailable')) throw thrown;
      const failure = failureOf(thrown, observe);
      if (!failure.again || tries === mostTries) {
        if (tries > 1) waits(undefined);
        return { failure };
      }
      waits(failure);
      if (!(await pause(secondsBeforeNext(failure, tries) * 1_000, end))) return undefined;
    }
  }
}

async function readOnce<Kind extends ButtonKind>(
  { device, kind, ifMatch, after: asked, edits }: ChangeList<Kind>,
  { callManager }: ReadParts,
  context: CallContext,
): Promise<Omit<ListRead, 'since'>> {
  const buttons: ButtonsOfDevices<EntryOf[Kind]> = callManager.buttons[kind];
  const { uuid, entries: before } = await buttons.readForChange(device, context);
  const wanted = edits ? edited(kind, before, edits) : undefined;
  if (wanted && 'problem' in wanted) {
    const problem = { code: 'invalid-request', detail: `${device.name}: ${wanted.problem}` } as const;
    return { uuid, before, after: undefined, state: 'refused', problem };
  }
  const worked = wanted?.after as readonly EntryOf[Kind][] | undefined;
  const after = worked ?? asked;
  const read = { uuid, before, after: worked, problem: undefined };
  if (after && sameButtons(rulesOf(kind), before, after)) return { ...read, state: 'already' };
  if (ifMatch === undefined || listTag(kind, before) === ifMatch) return { ...read, state: 'open' };
  const detail = `The ${rulesOf(kind).plural} of ${named(device)} are others than those that ifMatch names.`;
  return { ...read, state: 'changed-meanwhile', problem: { code: 'changed-meanwhile', detail } };
}

/** @returns the problem of a list, with the name of its device */
export function problemOf(device: DeviceKey, { code, facts: { detail } }: Failure['error']): ListProblem {
  return { code, detail: detail.includes(device.name) ? detail : `${device.name}: ${detail}` };
}
