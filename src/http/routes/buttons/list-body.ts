import type { z } from 'zod';
import { type Button, canonicalIndex } from '../../../domain/buttons.js';
import { type FieldProblem, invalidRequest } from '../../../domain/errors.js';
import { longestText } from '../../../domain/identifiers.js';
import { fieldAt } from '../body.js';
import { text, wrongKind } from '../fields.js';

/** How many unknown keys of one entry a problem names. */
const mostKeys = 5;

function unknownKeys(keys: readonly string[], known: string): string {
  const shown = keys.slice(0, mostKeys).map((key) => JSON.stringify(key.slice(0, 60)));
  const more = keys.length > mostKeys ? ` and ${keys.length - mostKeys} more` : '';
  return `has the unknown ${keys.length === 1 ? 'key' : 'keys'} ${shown.join(', ')}${more}; known are ${known}`;
}

/**
 * The message for an entry that is not an object, or has unknown keys.
 * @param known the keys of an entry: `index, dirn and label`
 */
export function wrongEntry(known: string) {
  return (issue: z.core.$ZodRawIssue): string =>
    issue.code === 'unrecognized_keys'
      ? unknownKeys(issue.keys, known)
      : wrongKind(`must be an object with ${known}`, issue.input);
}

export const indexSchema = text(longestText, 'must be a string of digits such as "1"')
  .regex(/^[0-9]+$/, 'must be a string of digits such as "1"')
  .meta({ description: 'Position on the phone, a string of digits.', examples: ['1'] });

/** A problem of an entry, and its path in the entry. */
interface EntryIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** The result of reading an entry. */
export type ParsedEntry<Entry> =
  | { readonly success: true; readonly data: Entry }
  | { readonly success: false; readonly error: { readonly issues: readonly EntryIssue[] } };

/** Reads an entry that a caller sent. */
export type ParseEntry<Entry> = (sent: unknown) => ParsedEntry<Entry>;

/** How many problems of one request are reported. More would only make the response long. */
export const mostProblems = 20;

/**
 * Reads the body of a request to replace a list, entry by entry. It stops after the last problem that is reported, so a
 * body with half a million wrong entries takes little time.
 * @param plural the name of the entries: `speed dials`
 * @throws ServiceError that names each wrong entry and field
 */
export function parseList<Entry extends Button>(parse: ParseEntry<Entry>, plural: string, body: unknown): Entry[] {
  if (!Array.isArray(body)) {
    throw invalidRequest([{ field: 'body', detail: wrongKind(`must be a JSON array of ${plural}`, body) }]);
  }
  const { entries, problems } = problemsOfList(parse, body);
  if (problems.length > 0) throw invalidRequest(problems.slice(0, mostProblems));
  return entries;
}

/**
 * @param at the path of the list in the body
 * @param most how many problems are found at most
 * @returns the valid entries, and the problems of the others
 */
export function problemsOfList<Entry extends Button>(
  parse: ParseEntry<Entry>,
  sent: readonly unknown[],
  at = 'body',
  most = mostProblems,
): { readonly entries: Entry[]; readonly problems: FieldProblem[] } {
  const entries: Entry[] = [];
  const problems: FieldProblem[] = [];
  for (const [place, entry] of sent.entries()) {
    const parsed = parse(entry);
    if (parsed.success) entries.push(parsed.data);
    else problems.push(...parsed.error.issues.map(({ path, message }) => problemAt([place, ...path], message, at)));
    if (problems.length >= most) break;
  }
  if (problems.length === 0) problems.push(...repeatedIndexes(entries, at));
  return { entries, problems };
}

/**
 * Reads the body of a request to set one entry; its index may be left out.
 * @param index the index in the path
 * @throws ServiceError that names each wrong field
 */
export function parseEntry<Entry extends Button>(parse: ParseEntry<Entry>, index: string, body: unknown): Entry {
  const parsed = parse(isObject(body) && body['index'] === undefined ? { ...body, index } : body);
  if (!parsed.success) {
    throw invalidRequest(
      parsed.error.issues.slice(0, mostProblems).map(({ path, message }) => problemAt(path, message)),
    );
  }
  const { data } = parsed;
  if (canonicalIndex(data.index) === canonicalIndex(index)) return { ...data, index: canonicalIndex(index) };
  const detail = `is ${JSON.stringify(data.index)}, but the path names ${index}; leave it out, or give the same`;
  throw invalidRequest([problemAt(['index'], detail)]);
}

export function isObject(sent: unknown): sent is Readonly<Record<string, unknown>> {
  return typeof sent === 'object' && sent !== null && !Array.isArray(sent);
}

/** If two entries have the same index, the later one is wrong. @returns the first of these problems */
function repeatedIndexes(entries: readonly Button[], at: string): FieldProblem[] {
  const places = new Map<string, number>();
  const problems: FieldProblem[] = [];
  for (const [place, { index }] of entries.entries()) {
    const earlier = places.get(canonicalIndex(index));
    if (earlier === undefined) {
      places.set(canonicalIndex(index), place);
      continue;
    }
    const detail = `${JSON.stringify(index)} is the same position as in ${at}[${earlier}]; set each index once`;
    problems.push(problemAt([place, 'index'], detail, at));
    if (problems.length >= mostProblems) break;
  }
  return problems;
}

function problemAt(path: readonly PropertyKey[], detail: string, at = 'body'): FieldProblem {
  return { field: fieldAt(path, at), detail };
}
