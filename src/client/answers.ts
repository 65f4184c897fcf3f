import { ProblemError, UnexpectedAnswerError } from './errors.js';
import { type Phone, type Problem, type ProblemCode, problemCodes, type Replaced, type SpeedDial } from './types.js';

/** An answer that was received whole. */
export interface Answer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly text: string;
}

/** @throws ProblemError or UnexpectedAnswerError */
export function phonesIn(answer: Answer): Phone[] {
  const phones = answer.status === 200 ? jsonIn(answer, 'application/json') : undefined;
  if (Array.isArray(phones) && phones.every(isPhone)) return phones;
  throw refusal(answer);
}

/** @throws ProblemError or UnexpectedAnswerError */
export function replacedIn(answer: Answer): Replaced {
  const uuid = answer.text;
  if (answer.status !== 200 || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid)) throw refusal(answer);
  const afterUpdate = answer.headers.get('x-after-update');
  return { uuid, afterUpdate: afterUpdate === 'ok' || isProblemCode(afterUpdate) ? afterUpdate : undefined };
}

function refusal(answer: Answer): ProblemError | UnexpectedAnswerError {
  const problem = jsonIn(answer, 'application/problem+json');
  if (isProblem(problem)) return new ProblemError(problem, secondsIn(answer.headers.get('retry-after')));
  return new UnexpectedAnswerError(answer.status, answer.headers.get('content-type') ?? undefined);
}

/** @returns the body, or undefined where it is not JSON of this type */
function jsonIn({ headers, text }: Answer, type: string): unknown {
  if (headers.get('content-type')?.split(';')[0]?.trim() !== type) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function secondsIn(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}

function isPhone(value: unknown): value is Phone {
  return (
    hasTexts(value, 'product', 'description', 'model', 'name', 'uuid') &&
    isListOf(value['dirns'], (dirn) => typeof dirn === 'string') &&
    isListOf(value['speeddials'], isSpeedDial)
  );
}

function isSpeedDial(value: unknown): value is SpeedDial {
  return hasTexts(value, 'index', 'dirn', 'label');
}

function isProblem(value: unknown): value is Problem {
  if (!hasTexts(value, 'type', 'title', 'detail', 'requestId')) return false;
  const { status, code, axlCode, errors } = value;
  return (
    typeof status === 'number' &&
    isProblemCode(code) &&
    (axlCode === undefined || typeof axlCode === 'number') &&
    (errors === undefined || isListOf(errors, (problem) => hasTexts(problem, 'field', 'detail')))
  );
}

function isProblemCode(value: unknown): value is ProblemCode {
  return (problemCodes as readonly unknown[]).includes(value);
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function hasTexts(value: unknown, ...names: string[]): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  return names.every((name) => typeof (value as Record<string, unknown>)[name] === 'string');
}
