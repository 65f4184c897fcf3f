import { z } from 'zod';
import type { FieldProblem } from '../../domain/errors.js';
import { canonicalIndex, type SpeedDial } from '../../domain/phone.js';
import { invalidRequest } from '../invalid-request.js';
import { longestText, storable, text, wrongKind } from './fields.js';

/** How many unknown keys of one entry are told. */
const mostKeys = 5;

function unknownKeys(keys: readonly string[]): string {
  const shown = keys.slice(0, mostKeys).map((key) => JSON.stringify(key.slice(0, 60)));
  const more = keys.length > mostKeys ? ` and ${keys.length - mostKeys} more` : '';
  return `has the unknown ${keys.length === 1 ? 'key' : 'keys'} ${shown.join(', ')}${more}; known are index, dirn and label`;
}

export const speedDialToSetSchema = z
  .strictObject(
    {
      index: text(longestText, 'must be a string of digits such as "1"')
        .regex(/^[0-9]+$/, 'must be a string of digits such as "1"')
        .meta({ description: 'Position on the phone, a string of digits.', examples: ['1'] }),
      dirn: text(longestText, 'must be a string such as "0100"').meta({
        description: 'The number that is dialled.',
        pattern: storable,
        examples: ['0199'],
      }),
      label: text(longestText, 'must be a string, or be left out')
        .default('')
        .meta({
          description: 'The text beside the key; left out is empty.',
          pattern: storable,
          examples: ['Reception'],
        }),
    },
    {
      error: (issue) =>
        issue.code === 'unrecognized_keys'
          ? unknownKeys(issue.keys)
          : wrongKind('must be an object with index, dirn and label', issue.input),
    },
  )
  .meta({ description: 'A speed dial to be set.' });

export const speedDialsToSetSchema = z.array(speedDialToSetSchema).meta({
  description:
    'The whole list, in place of the one that the phone has; an empty one clears it. Each index can be set once; `1` ' +
    'and `01` are the same place.',
});

/** How many problems of one request are told; more would only make the response long. */
const mostProblems = 20;

/**
 * Reads the body of a request to replace speed dials. Entry by entry, and no further than to the last problem that is
 * told: a body of half a million wrong entries holds nobody up.
 * @throws ServiceError that names each wrong entry and field
 */
export function parseSpeedDials(body: unknown): SpeedDial[] {
  if (!Array.isArray(body)) {
    throw invalidRequest([{ field: 'body', detail: wrongKind('must be a JSON array of speed dials', body) }]);
  }
  const dials: SpeedDial[] = [];
  const problems: FieldProblem[] = [];
  for (const [place, entry] of body.entries()) {
    const parsed = speedDialToSetSchema.safeParse(entry);
    if (parsed.success) dials.push(parsed.data);
    else problems.push(...parsed.error.issues.map(({ path, message }) => problemAt([place, ...path], message)));
    if (problems.length >= mostProblems) break;
  }
  if (problems.length === 0) problems.push(...repeatedIndexes(dials));
  if (problems.length > 0) throw invalidRequest(problems.slice(0, mostProblems));
  return dials;
}

/** Of two entries with one index, the later one is wrong. */
function repeatedIndexes(dials: readonly SpeedDial[]): FieldProblem[] {
  const places = new Map<string, number>();
  return dials.flatMap(({ index }, place) => {
    const earlier = places.get(canonicalIndex(index));
    if (earlier === undefined) places.set(canonicalIndex(index), place);
    if (earlier === undefined) return [];
    const detail = `${JSON.stringify(index)} is the same place as that of body[${earlier}]; each index can be set once`;
    return [problemAt([place, 'index'], detail)];
  });
}

function problemAt(path: readonly PropertyKey[], detail: string): FieldProblem {
  return { field: fieldAt(path), detail };
}

function fieldAt(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (field, step) => (typeof step === 'number' ? `${field}[${step}]` : `${field}.${String(step)}`),
    'body',
  );
}
