import { z } from 'zod';

/** Zod's schemas as JSON Schema 2020-12, the dialect of OpenAPI 3.1. */

export type Schemas = Readonly<Record<string, z.ZodType>>;

/**
 * @param io `input` for data that is sent to this service, `output` for its answers
 * @returns the schemas for the document's components; a schema inside another schema becomes a reference
 */
export function namedSchemas(io: 'input' | 'output', schemas: Schemas): Record<string, object> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const made = z.toJSONSchema(registry, { io, uri: (id) => `#/components/schemas/${id}`, override: withoutDefault });
  return Object.fromEntries(Object.entries(made.schemas).map(([id, schema]) => [id, without(schema, identity)]));
}

/**
 * Removes the default of a property. Generators of clients would make a property with a default required, although the
 * schema does not. The description says what happens if the property is left out.
 */
function withoutDefault({ jsonSchema }: { readonly jsonSchema: { default?: unknown } }): void {
  delete jsonSchema.default;
}

/** @returns a schema that is written at the place where it is used, without a name */
export function unnamedSchema(schema: z.ZodType): object {
  return without(z.toJSONSchema(schema, { io: 'input' }), identity);
}

/** A schema inside a document does not name a dialect or an address. */
const identity = ['$schema', '$id'];

function without(schema: object, keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)));
}
