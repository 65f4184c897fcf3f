import type { z } from 'zod';
import { routes } from '../../src/http/app.js';
import { namedSchemas } from '../../src/http/openapi/json-schemas.js';
import { schemasOf } from '../../src/http/openapi/operation.js';
import { buttonEntrySchema } from '../../src/http/openapi/problem-schema.js';

/** The objects of the service that the answers of an agent's tools have. */
const used = ['Status', 'Number', 'Phone', 'NamedDevice', 'Device', 'PointingButton', 'Finding', 'ChangeWithLists'];

/** What an agent does not need, or what a newer service may have otherwise. */
const leftOut = ['examples', 'pattern', 'additionalProperties'];

/** @returns a schema with the schemas that it refers to, in their places */
function whole(schema: unknown, all: Readonly<Record<string, object>>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => whole(one, all));
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('$ref' in schema) return whole(all[String(schema.$ref).split('/').at(-1) ?? ''], all);
  const rows = Object.entries(schema).filter(([key]) => !leftOut.includes(key));
  return Object.fromEntries(rows.map(([key, value]) => [key, whole(value, all)]));
}

/** What a tool says in its own words, or what an agent may not do. */
const ownWords = ['title', 'reason', 'apply', 'draft', 'atMost', 'notBefore'];

/** @returns the array of what may be one item or an array: agents need one form alone */
function manyOf({ anyOf, ...schema }: { readonly anyOf?: readonly { readonly type?: string }[] }): object {
  const many = anyOf?.find(({ type }) => type === 'array');
  return many ? { ...schema, ...many } : { ...schema, ...(anyOf && { anyOf }) };
}

const written = '/** Written by `npm run docs`, from the schemas in src/http/routes. */';

/** @returns the file of the agent's tools with the schemas of the service's objects */
export function toolAnswersFile(): string {
  const schemas: Record<string, z.ZodType> = { ChangeEntry: buttonEntrySchema };
  for (const { described } of routes) if (described) Object.assign(schemas, schemasOf(described).output);
  const all = namedSchemas('output', schemas);
  const table = Object.fromEntries(['ChangeEntry', ...used].map((name) => [name, whole(all[name], all)]));
  return `${written}\n\n/** The objects in the tools' answers, as JSON Schema. */\nexport const answerTable = ${JSON.stringify(table)} as const;\n`;
}

/** @returns the file of the agent's tools with what a change may mean */
export function toolIntentsFile(): string {
  const schemas: Record<string, z.ZodType> = { ChangeEntry: buttonEntrySchema };
  for (const { described } of routes) if (described) Object.assign(schemas, schemasOf(described).input);
  const all = namedSchemas('input', schemas);
  const asked = whole(all['ChangeToAsk'], all) as { properties: Record<string, object> };
  const entry = whole(all['ChangeEntry'], all);
  const table = Object.fromEntries(
    Object.entries(asked.properties)
      .filter(([name]) => !ownWords.includes(name))
      // A list has the buttons of its kind.
      .map(([name, schema]) => [
        name,
        JSON.parse(JSON.stringify(manyOf(schema)), (key, value: unknown) =>
          key === 'entries' && typeof value === 'object' ? { ...value, items: entry } : value,
        ) as object,
      ]),
  );
  return `${written}\n\n/** What a change may mean, as JSON Schema. */\nexport const intentTable = ${JSON.stringify(table)} as const;\n`;
}
