import { type Change, isChange, isUndoneChange, type UndoneChange } from './change-shapes.js';
import { type Check, either, listOf, oneOf } from './checks.js';
import { ProblemError, UnexpectedAnswerError } from './errors.js';
import type { Finding } from './inventory-shapes.js';
import { type ProblemCode, problemCodes } from './problems.js';
import { type Device, isProblem, type PointingButton } from './shapes.js';

/** A list of buttons as it was read. */
export interface ButtonsRead<Entry> {
  /** In numeric order of index. */
  readonly entries: readonly Entry[];
  /** Identifies the list: as `ifMatch`, it allows a change only if the list is still this one. */
  readonly etag: string;
}

/** The result of removing one entry. */
export interface EntryRemoved {
  /** The etag of the whole list, as it is now; undefined if an older service answered. */
  readonly etag: string | undefined;
  /**
   * If the service makes phones load their changes: `ok`, or the code of what went wrong. The list is set in either
   * case.
   */
  readonly afterUpdate: 'ok' | ProblemCode | undefined;
}

/** The result of setting one entry. */
export interface EntrySet<Entry> extends EntryRemoved {
  /** The entry as it is now. */
  readonly entry: Entry;
  /** Whether there was no entry at its index before. */
  readonly isNew: boolean;
}

/** The result of replacing a list. */
export interface Replaced extends EntryRemoved {
  /** The key of the phone or device profile. */
  readonly uuid: string;
}

/** The result of the undo of a change of one list. */
export interface UndoneList extends UndoneChange, Pick<Replaced, 'afterUpdate'> {
  readonly is: 'undone';
}

/** The undo of a change of several lists. It goes on after the answer. */
export interface UndoAsked {
  readonly is: 'asked';
  /** The new change that undoes the other one: it runs, or it is proposed if you may not change buttons. */
  readonly change: Change;
}

/** What became of an undo; `is` says which of the two it is. */
export type Undone = UndoneList | UndoAsked;

/** A page of a list, by the list's name. A page may have few items or none, and still have a next page. */
export type PageOf<Name extends string, Item> = Readonly<Record<Name, readonly Item[]>> & {
  /** The start of the next page, as `after` or `before` of the next call; undefined on the last page. */
  readonly next: string | undefined;
};

/** A page of the devices that a search finds: at most 100, in order of name. */
export type DevicePage = PageOf<'devices', Device>;
/** A page of the buttons that point at a number, in order of kind and of keys. */
export type ButtonPage = PageOf<'buttons', PointingButton>;
/** A page of findings, in order of kind, device and id. */
export type FindingPage = PageOf<'findings', Finding>;

/** A complete answer. */
export interface Answer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly text: string;
  /** The body while it arrives; then there is no text. */
  readonly stream?: ReadableStream<Uint8Array>;
}

/**
 * @param type the content type of the stream
 * @throws ProblemError or UnexpectedAnswerError
 */
export function streamIn(answer: Answer, type: string): ReadableStream<Uint8Array> {
  const { stream, headers } = answer;
  if (stream && typeOf(headers) === type) return stream;
  throw refusal(answer);
}

/**
 * @param statuses the statuses of an answer with such a value
 * @throws ProblemError or UnexpectedAnswerError
 */
export function valueIn<Value>(answer: Answer, isValue: Check<Value>, ...statuses: readonly number[]): Value {
  const isExpected = answer.status === 200 || statuses.includes(answer.status);
  const value = isExpected ? jsonIn(answer, 'application/json') : undefined;
  if (isValue(value)) return value;
  throw refusal(answer);
}

/** @throws ProblemError or UnexpectedAnswerError */
export function listIn<Item>(answer: Answer, isItem: Check<Item>): Item[] {
  return [...valueIn(answer, listOf(isItem))];
}

/**
 * @param name of the list
 * @param place the parameter for the start of a page
 * @throws ProblemError or UnexpectedAnswerError
 */
export function pageIn<Name extends string, Item>(
  answer: Answer,
  name: Name,
  isItem: Check<Item>,
  place: 'after' | 'before',
): PageOf<Name, Item> {
  return { [name]: listIn(answer, isItem), next: nextIn(answer, place) } as PageOf<Name, Item>;
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
  return { entry: valueIn(answer, isEntry, 201), isNew: answer.status === 201, ...changeIn(answer) };
}

/** @throws ProblemError or UnexpectedAnswerError */
export function removedIn(answer: Answer): EntryRemoved {
  if (answer.status !== 204) throw refusal(answer);
  return changeIn(answer);
}

/** @throws ProblemError or UnexpectedAnswerError */
export function undoneIn(answer: Answer): Undone {
  const value = valueIn(answer, either(isUndoneChange, isChange), 201, 202);
  if (!('changed' in value)) return { is: 'asked', change: value };
  return { is: 'undone', ...value, afterUpdate: changeIn(answer).afterUpdate };
}

/** @returns a parameter from the address of the next page in the header Link; undefined on the last page */
export function nextIn({ headers }: Answer, parameter: string): string | undefined {
  const [, query] = /^<\?([^>]*)>; rel="next"$/.exec(headers.get('link') ?? '') ?? [];
  return new URLSearchParams(query).get(parameter) ?? undefined;
}

const isProblemCode = /* @__PURE__ */ oneOf(problemCodes);

/** What the headers say about a change. */
function changeIn({ headers }: Answer): EntryRemoved {
  const afterUpdate = headers.get('x-after-update');
  return {
    afterUpdate: afterUpdate === 'ok' || isProblemCode(afterUpdate) ? afterUpdate : undefined,
    etag: headers.get('etag') ?? undefined,
  };
}

/** @returns the error for an unexpected answer */
function refusal(answer: Answer): ProblemError | UnexpectedAnswerError {
  const problem = jsonIn(answer, 'application/problem+json');
  const retryAfter = secondsIn(answer.headers.get('retry-after'));
  if (isProblem(problem)) return new ProblemError(problem, retryAfter, answer.headers.get('etag') ?? undefined);
  return new UnexpectedAnswerError(answer.status, answer.headers.get('content-type') ?? undefined, retryAfter);
}

function typeOf(headers: Answer['headers']): string | undefined {
  return headers.get('content-type')?.split(';')[0]?.trim();
}

/** @returns the body, or undefined if it is not JSON of this type */
function jsonIn({ headers, text }: Answer, type: string): unknown {
  if (typeOf(headers) !== type) return undefined;
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
