import { z } from 'zod';
import { type FieldProblem, invalidRequest } from '../../domain/errors.js';
import { type BodyBounds, boundsOfOne } from '../middleware/body-bounds.js';
import { jsonBody, type WantedBody } from '../middleware/json-body.js';
import type { Schemas } from '../openapi/json-schemas.js';
import type { Body } from './call.js';
import { wrongKind } from './fields.js';

/** The bodies that calls take. */

interface JsonBody<Sent> extends Pick<Body<Sent>, 'description' | 'examples' | 'read'> {
  readonly schemas: Schemas;
  readonly wanted: WantedBody;
}

/** @returns a body of JSON */
export function jsonOf<Sent>({ wanted, ...described }: JsonBody<Sent>): Body<Sent> {
  return { type: 'application/json', ...described, receive: (bodies) => jsonBody(wanted, bodies) };
}

/**
 * @param what the body: `the rejection`
 * @param properties of the object: `a reason`
 */
export function wantedObject(what: string, properties: string, most: BodyBounds): WantedBody {
  return {
    ...{ what: `${what} as a JSON object`, items: what, most },
    instead: `send a JSON object with ${properties}`,
    malformed: `is not a well-formed JSON object; send an object with ${properties}`,
  };
}

interface OneText {
  /** The body: `the rejection`. */
  readonly what: string;
  /** The name of its property. */
  readonly name: string;
  /** The name in a sentence: `a reason`. */
  readonly inWords: string;
  /** The name of the schema. */
  readonly schemaName: string;
  readonly description: string;
  readonly text: z.ZodType<string>;
  readonly examples: Readonly<Record<string, string>>;
}

/** @returns a body of JSON that is an object with one text */
export function oneText({ what, name, inWords, schemaName, description, text, examples }: OneText): Body<string> {
  const error: z.core.$ZodErrorMap = ({ input, code }) =>
    code === 'unrecognized_keys' ? `may have only ${inWords}` : wrongKind(`must be an object with ${inWords}`, input);
  const schema = z.strictObject({ [name]: text }, { error }).meta({ description });
  return jsonOf({
    wanted: wantedObject(what, inWords, boundsOfOne),
    schemas: { [schemaName]: schema },
    examples: Object.fromEntries(Object.entries(examples).map(([title, example]) => [title, { [name]: example }])),
    read(sent) {
      const parsed = schema.safeParse(sent);
      if (!parsed.success) throw invalidRequest(problemsIn(parsed.error));
      return parsed.data[name] ?? '';
    },
  });
}

/** A path in a body, and what is wrong there. */
interface Issues {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

/** @returns the problems that a check found */
export function problemsIn(error: Issues | undefined, at = 'body'): FieldProblem[] {
  return (error?.issues ?? []).map(({ path, message }) => ({ field: fieldAt(path, at), detail: message }));
}

/** @returns a path in a body, as problems name it: `body[2].label` */
export function fieldAt(path: readonly PropertyKey[], at = 'body'): string {
  return path.reduce<string>(
    (field, step) => (typeof step === 'number' ? `${field}[${step}]` : `${field}.${String(step)}`),
    at,
  );
}

/** @returns the error of a value that is none of these words */
export function notOneOf(words: readonly string[]): z.core.$ZodErrorMap {
  const wanted = `must be one of ${words.join(', ')}`;
  return ({ input }) => (typeof input === 'string' ? wanted : wrongKind(wanted, input));
}

/** @returns the error of an object that has to have some properties, and no others */
export function objectWith(properties: string): z.core.$ZodErrorMap {
  return ({ input, code, ...issue }) =>
    code === 'unrecognized_keys'
      ? `may have only ${properties}, not ${JSON.stringify((issue as { keys?: string[] }).keys?.[0]?.slice(0, 60))}`
      : wrongKind(`must be an object with ${properties}`, input);
}
