import { z } from 'zod';
import { buttonKinds } from '../../domain/button-kinds.js';
import { deviceKinds, type DeviceText, deviceTextNames, deviceTexts } from '../../domain/device.js';
import { unfitText } from '../../domain/identifiers.js';
import { invalidRequest, type ServiceError } from '../../domain/errors.js';
import { unnamedSchema } from '../openapi/json-schemas.js';
import type { QueryPart } from '../openapi/operation.js';
import { titled } from '../openapi/references.js';

/**
 * Schemas that several resources share. The OpenAPI document is made from the schemas that check requests, with the
 * descriptions in their meta.
 */

/** A key as callers see it, as a pattern. */
export const uuidPattern = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
export const uuidExample = 'df612bf4-160e-456f-a040-5b384ce73340';

/** A device's key as callers see it; empty if the call manager gave none. */
export const uuidSchema = z.string().regex(new RegExp(`^(${uuidPattern})?$`));

export const deviceKindSchema = z.enum(deviceKinds);
/** The schema of each text of a device, in answers. */
export const deviceTextSchemas = Object.fromEntries(
  deviceTextNames.map((text) => [text, z.string().meta({ examples: [deviceTexts[text]] })]),
) as Readonly<Record<DeviceText, z.ZodString>>;
export const buttonKindSchema = z.enum(buttonKinds);

/**
 * The texts that unfitText accepts, as a pattern for the document. The pattern needs no flag, so every program that
 * reads JSON Schema understands it. Lone surrogates are left out, because UTF-8 cannot hold them.
 */
export const storable = String.raw`^[^\u0000-\u001F\u007F-\u009F\uFFFD-\uFFFF]*$`;

/**
 * A string that can be sent to a call manager.
 * @param required the message for another value: `must be a string such as "0100"`
 */
export function text(longest: number, required: string) {
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

/** @returns what is wrong with a value that has the wrong type */
export function wrongKind(required: string, input: unknown): string {
  return input === undefined ? `is missing; it ${required}` : `${required}, not ${kindOf(input)}`;
}

function kindOf(input: unknown): string {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'an array';
  return typeof input === 'object' ? 'an object' : `a ${typeof input}`;
}

/**
 * A parameter of the query: given once, and not empty.
 * @param wanted what to give, with an example
 */
export function queryText(longest: number, wanted: string) {
  const wrongTimes = ({ input }: { readonly input?: unknown }): string =>
    Array.isArray(input) ? `was given ${input.length} times; give it once` : `is missing; give ${wanted}`;
  return storableText(longest, wrongTimes).min(1, `is empty; give ${wanted}`);
}

export type QueryValue = string | string[] | undefined;

/** @throws ServiceError `invalid-request` if a parameter of the query is missing, empty, given twice or unfit */
export function readQuery(name: string, schema: z.ZodString, value: QueryValue): string {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidRequest(parsed.error.issues.map(({ message }) => ({ field: `query.${name}`, detail: message })));
}

/** @returns the error for a parameter of the query */
export function wrongParameter(name: string, detail: string): ServiceError {
  return invalidRequest([{ field: `query.${name}`, detail }]);
}

/** A parameter of the query. */
interface Parameter<Value> {
  readonly name: string;
  readonly schema: z.ZodString;
  /**
   * Example values by their titles. /docs fills in the first example. So a parameter that must not be used together
   * with another one has no examples.
   */
  readonly examples?: Readonly<Record<string, string>>;
  /** @throws ServiceError if the checked text stands for no value */
  readonly value: (text: string) => Value;
}

/** @returns a parameter that must be given */
export function required<Value>(parameter: Parameter<Value>): QueryPart<Value> {
  const { name, schema, value } = parameter;
  return {
    parameters: () => [queryParameter(parameter, true)],
    parse: (query) => value(readQuery(name, schema, query[name])),
  };
}

/** @param usual the value if the parameter is not given */
export function optional<Value, Usual>(parameter: Parameter<Value>, usual: Usual): QueryPart<Value | Usual> {
  const { parse } = required(parameter);
  return {
    parameters: () => [queryParameter(parameter, false)],
    parse: (query) => (query[parameter.name] === undefined ? usual : parse(query)),
  };
}

/** @returns the parameter in the document */
export function queryParameter(
  { name, schema, examples }: Omit<Parameter<never>, 'value'>,
  isRequired: boolean,
): object {
  return {
    ...{ name, in: 'query', required: isRequired, description: schema.description, schema: unnamedSchema(schema) },
    ...(examples && { examples: titled(examples) }),
  };
}

/** @returns a query of several parts, by their names */
export function allOf<Values extends object>(parts: {
  readonly [Name in keyof Values]: QueryPart<Values[Name]>;
}): QueryPart<Values> {
  const named = Object.entries<QueryPart<unknown>>(parts);
  return {
    parameters: () => named.flatMap(([, part]) => part.parameters()),
    parse: (query) => Object.fromEntries(named.map(([name, part]) => [name, part.parse(query)])) as Values,
  };
}
