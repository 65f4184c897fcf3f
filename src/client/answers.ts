import type { Change, ChangePage, Run, RunPage, RunResult, Undone } from './change-types.js';
import { ProblemError, UnexpectedAnswerError } from './errors.js';
import { isChange, isRun, isRunResult, isUndone } from './change-shapes.js';
import { type Check, listOf } from './checks.js';
import { isDevice, isFinding, isInventory, isPointingButton, isProblem, isProblemCode } from './shapes.js';
import type {
  ButtonPage,
  ButtonsRead,
  Device,
  DevicePage,
  EntryRemoved,
  EntrySet,
  Finding,
  FindingPage,
  Inventory,
  Replaced,
} from './types.js';

/** A complete answer. */
export interface Answer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly text: string;
}

/** @throws ProblemError or UnexpectedAnswerError */
export function valueIn<Value>(answer: Answer, isValue: Check<Value>): Value {
  const value = answer.status === 200 ? jsonIn(answer, 'application/json') : undefined;
  if (isValue(value)) return value;
  throw refusal(answer);
}

/** @throws ProblemError or UnexpectedAnswerError */
export function listIn<Item>(answer: Answer, isItem: Check<Item>): Item[] {
  return [...valueIn(answer, listOf(isItem))];
}

/** @throws ProblemError or UnexpectedAnswerError */
export function buttonsIn<Entry>(answer: Answer, isEntry: Check<Entry>): ButtonsRead<Entry> {
  const entries = listIn(answer, isEntry);
  const etag = answer.headers.get('etag');
  if (etag === null) throw refusal(answer);
  return { entries, etag };
}

/** @throws ProblemError or UnexpectedAnswerError */
export function replacedIn(answer: Answer): Replaced {
  const uuid = answer.text;
  if (answer.status !== 200 || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid)) throw refusal(answer);
  return { uuid, ...changeIn(answer) };
}

/** @throws ProblemError or UnexpectedAnswerError */
export function entryIn<Entry>(answer: Answer, isEntry: Check<Entry>): EntrySet<Entry> {
  const entry = answer.status === 200 || answer.status === 201 ? jsonIn(answer, 'application/json') : undefined;
  if (!isEntry(entry)) throw refusal(answer);
  return { entry, isNew: answer.status === 201, ...changeIn(answer) };
}

/** @throws ProblemError or UnexpectedAnswerError */
export function removedIn(answer: Answer): EntryRemoved {
  if (answer.status !== 204) throw refusal(answer);
  return changeIn(answer);
}

/** @throws ProblemError or UnexpectedAnswerError */
export function devicesIn(answer: Answer): DevicePage {
  return { devices: listIn<Device>(answer, isDevice), next: nextIn(answer, 'after') };
}

/** @throws ProblemError or UnexpectedAnswerError */
export function buttonPageIn(answer: Answer): ButtonPage {
  return { buttons: listIn(answer, isPointingButton), next: nextIn(answer, 'after') };
}

/** @throws ProblemError or UnexpectedAnswerError */
export function changesIn(answer: Answer): ChangePage {
  return { changes: listIn<Change>(answer, isChange), next: nextIn(answer, 'before') };
}

/** @throws ProblemError or UnexpectedAnswerError */
export function runBegunIn(answer: Answer): Run {
  const run = answer.status === 201 ? jsonIn(answer, 'application/json') : undefined;
  if (isRun(run)) return run;
  throw refusal(answer);
}

/** @throws ProblemError or UnexpectedAnswerError */
export function sweepIn(answer: Answer): Inventory {
  const inventory = answer.status === 202 ? jsonIn(answer, 'application/json') : undefined;
  if (isInventory(inventory)) return inventory;
  throw refusal(answer);
}

/** @throws ProblemError or UnexpectedAnswerError */
export function runsIn(answer: Answer): RunPage {
  return { runs: listIn<RunResult>(answer, isRunResult), next: nextIn(answer, 'before') };
}

/** @throws ProblemError or UnexpectedAnswerError */
export function findingsIn(answer: Answer): FindingPage {
  return { findings: listIn<Finding>(answer, isFinding), next: nextIn(answer, 'after') };
}

/** @throws ProblemError or UnexpectedAnswerError */
export function undoneIn(answer: Answer): Undone {
  return { ...valueIn(answer, isUndone), afterUpdate: changeIn(answer).afterUpdate };
}

/** @returns a parameter from the address of the next page in the header Link; undefined on the last page */
export function nextIn({ headers }: Answer, parameter: string): string | undefined {
  const [, query] = /^<\?([^>]*)>; rel="next"$/.exec(headers.get('link') ?? '') ?? [];
  return new URLSearchParams(query).get(parameter) ?? undefined;
}

/** What the headers say about a change. */
function changeIn({ headers }: Answer): EntryRemoved {
  const afterUpdate = headers.get('x-after-update');
  return {
    afterUpdate: afterUpdate === 'ok' || isProblemCode(afterUpdate) ? afterUpdate : undefined,
    etag: headers.get('etag') ?? undefined,
  };
}

/** @returns the error for an unexpected answer */
export function refusal(answer: Answer): ProblemError | UnexpectedAnswerError {
  const problem = jsonIn(answer, 'application/problem+json');
  const retryAfter = secondsIn(answer.headers.get('retry-after'));
  if (isProblem(problem)) return new ProblemError(problem, retryAfter, answer.headers.get('etag') ?? undefined);
  return new UnexpectedAnswerError(answer.status, answer.headers.get('content-type') ?? undefined, retryAfter);
}

/** @returns the body, or undefined if it is not JSON */
export function valueOf(answer: Answer): unknown {
  return jsonIn(answer, 'application/json');
}

/** @returns the body, or undefined if it is not JSON of this type */
function jsonIn({ headers, text }: Answer, type: string): unknown {
  if (headers.get('content-type')?.split(';')[0]?.trim() !== type) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A proxy in front of the service may send a date. */
function secondsIn(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const date = header.endsWith('GMT') ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
