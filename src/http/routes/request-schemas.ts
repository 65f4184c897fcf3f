import { z } from 'zod';
import type { ServiceError } from '../../domain/errors.js';
import { type FieldFault, RequestRefused } from '../../domain/errors.js';
import { type DeviceName, dialledForm, type DirectoryNumber, unfitText } from '../../domain/identifiers.js';
import { canonicalIndex, type SpeedDial } from '../../domain/phone.js';

/** What callers send. The interface's document is made from these same schemas; what it adds stands in their meta. */

const longestText = 255;
/** AXL's schema: the name in a request for a phone is at most 100 characters long. */
const longestDeviceName = 100;

/**
 * What unfitText takes, as a pattern for the document: no flag is needed, so every reader of JSON Schema understands
 * it alike. Lone surrogates are left out: they have no place in UTF-8.
 */
const storable = String.raw`^[^\u0000-\u001F\u007F-\u009F\uFFFD-\uFFFF]*$`;

/** A string that a call manager can be sent. */
function text(longest: number, required: string) {
  return storableText(longest, ({ input }) => wrongKind(required, input));
}

function storableText(longest: number, error: (issue: { readonly input?: unknown }) => string) {
  return z
    .string({ error })
    .superRefine((value, context) => {
      const reason = unfitText(value, longest);
      if (reason !== undefined) context.addIssue({ code: 'custom', message: reason });
    })
    .meta({ maxLength: longest });
}

function wrongKind(required: string, input: unknown): string {
  return input === undefined ? `is missing; it ${required}` : `${required}, not ${kindOf(input)}`;
}

function kindOf(input: unknown): string {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'an array';
  return typeof input === 'object' ? 'an object' : `a ${typeof input}`;
}

/** How many unknown keys of one entry are told. */
const mostKeys = 5;

function unknownKeys(keys: readonly string[]): string {
  const shown = keys.slice(0, mostKeys).map((key) => JSON.stringify(key.slice(0, 60)));
  const more = keys.length > mostKeys ? ` and ${keys.length - mostKeys} more` : '';
  return `has the unknown ${keys.length === 1 ? 'key' : 'keys'} ${shown.join(', ')}${more}; known are index, dirn and label`;
}

export const speedDialSchema = z
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

export const speedDialsSchema = z.array(speedDialSchema).meta({
  description:
    'The whole list; an empty one clears the phone. Each index can be set once; `1` and `01` are the same place.',
});

/** A query's parameter: given once, and not empty. */
function parameter(longest: number, wanted: string) {
  const wrongTimes = ({ input }: { readonly input?: unknown }): string =>
    Array.isArray(input) ? `was given ${input.length} times; give it once` : `is missing; give ${wanted}`;
  return storableText(longest, wrongTimes).min(1, `is empty; give ${wanted}`);
}

export const directoryNumberSchema = parameter(longestText, 'a directory number such as dirn=0100').meta({
  description:
    'The directory number, exactly; no character is a wildcard. Write a plus as `%2B`; a raw leading plus, which ' +
    'arrives as a space, is understood too.',
  pattern: storable,
});

export const deviceNameSchema = parameter(longestDeviceName, "a phone's name such as phone=SEP00123456789A").meta({
  description: "The phone's name in the call manager: SEP and the MAC address for a desk phone.",
  pattern: storable,
});

/** How many faults of one request are told; more would only make the answer long. */
const mostFaults = 20;

/**
 * Reads the body of a request to replace speed dials. Entry by entry, and no further than to the last fault that is
 * told: a body of half a million wrong entries holds nobody up.
 * @throws ServiceError that names each entry and field at fault
 */
export function parseSpeedDials(body: unknown): SpeedDial[] {
  if (!Array.isArray(body)) {
    throw invalidRequest([{ field: 'body', detail: wrongKind('must be a JSON array of speed dials', body) }]);
  }
  const dials: SpeedDial[] = [];
  const faults: FieldFault[] = [];
  for (const [place, entry] of body.entries()) {
    const parsed = speedDialSchema.safeParse(entry);
    if (parsed.success) dials.push(parsed.data);
    else faults.push(...parsed.error.issues.map(({ path, message }) => faultAt([place, ...path], message)));
    if (faults.length >= mostFaults) break;
  }
  if (faults.length === 0) faults.push(...repeatedIndexes(dials));
  if (faults.length > 0) throw invalidRequest(faults.slice(0, mostFaults));
  return dials;
}

/** Two entries with one index: the later one is at fault. */
function repeatedIndexes(dials: readonly SpeedDial[]): FieldFault[] {
  const places = new Map<string, number>();
  return dials.flatMap(({ index }, place) => {
    const earlier = places.get(canonicalIndex(index));
    if (earlier === undefined) places.set(canonicalIndex(index), place);
    if (earlier === undefined) return [];
    const detail = `${JSON.stringify(index)} is the same place as that of body[${earlier}]; each index can be set once`;
    return [faultAt([place, 'index'], detail)];
  });
}

function faultAt(path: readonly PropertyKey[], detail: string): FieldFault {
  return { field: fieldAt(path), detail };
}

function fieldAt(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (field, step) => (typeof step === 'number' ? `${field}[${step}]` : `${field}.${String(step)}`),
    'body',
  );
}

type QueryValue = string | string[] | undefined;

/**
 * Reads the query's directory number. A raw `+` arrives as a space: a leading one was meant as `+`, also where the
 * number is given in its stored form `\+1408…`.
 * @throws ServiceError when it is missing, empty, given twice or unfit
 */
export function parseDirectoryNumber(value: QueryValue): DirectoryNumber {
  return dialledForm(parseParameter('dirn', directoryNumberSchema, value).replace(/^(\\?) /, '$1+'));
}

/**
 * Reads the query's device name.
 * @throws ServiceError when it is missing, empty, given twice or unfit
 */
export function parseDeviceName(value: QueryValue): DeviceName {
  return parseParameter('phone', deviceNameSchema, value) as DeviceName;
}

function parseParameter(name: string, schema: z.ZodString, value: QueryValue): string {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidRequest(parsed.error.issues.map(({ message }) => ({ field: `query.${name}`, detail: message })));
}

/** @param faults at least one */
export function invalidRequest(faults: readonly FieldFault[]): ServiceError {
  const detail = faults.map((fault) => `${fault.field} ${fault.detail}`).join('; ');
  return new RequestRefused('invalid-request', { detail: `${detail}.`, fields: faults });
}
