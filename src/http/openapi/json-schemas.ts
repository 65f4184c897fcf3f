import { z } from 'zod';

/** Zod's schemas as JSON Schema 2020-12, the dialect of OpenAPI 3.1. */

export type Schemas = Readonly<Record<string, z.ZodType>>;

/**
 * @param io whether the schemas are of what is sent to this service (input) or of what it sends
 * @returns them for the document's components; one in another becomes a reference
 */
export function namedSchemas(io: 'input' | 'output', schemas: Schemas): Record<string, object> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const made = z.toJSONSchema(registry, { io, uri: (id) => `#/components/schemas/${id}`, override: withoutDefault });
  return Object.fromEntries(Object.entries(made.schemas).map(([id, schema]) => [id, without(schema, identity)]));
}

/**
 * Generators of clients take a property with a default for one that must be sent, though the schema does not require
 * it. What happens when it is left out stands in its description.
 */
function withoutDefault({ jsonSchema }: { readonly jsonSchema: { default?: unknown } }): void {
  delete jsonSchema.default;
}

/** @returns a schema that stands where it is used */
export function unnamedSchema(schema: z.ZodType): object {
  return without(z.toJSONSchema(schema, { io: 'input' }), identity);
}

/** A schema inside a document has no dialect and no address of its own. */
const identity = ['$schema', '$id'];

function without(schema: object, keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)));
}
