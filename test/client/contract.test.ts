import { expect, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type * as client from '../../src/client/index.js';
import { problemCodes } from '../../src/client/index.js';
import type {
  fieldFaultSchema,
  phoneSchema,
  problemSchema,
  speedDialSchema,
} from '../../src/http/openapi/response-schemas.js';
import { openApiDocument } from '../../src/http/openapi/document.js';
import type { speedDialSchema as speedDialToSetSchema } from '../../src/http/routes/request-schemas.js';

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

it('knows the codes of the document, and no others', () => {
  const { components, paths } = JSON.parse(JSON.stringify(openApiDocument())) as {
    components: { schemas: { Problem: { properties: { code: { enum: string[] } } } } };
    paths: Record<string, Record<string, unknown>>;
  };
  expect([...problemCodes].sort()).toEqual([...components.schemas.Problem.properties.code.enum].sort());
  // The paths and methods that the client uses.
  expect(paths['/phone']).toHaveProperty('get');
  expect(paths['/speeddials']).toHaveProperty('post');
});

it('has the types of the schemas that the document is made of', () => {
  expectTypeOf<client.Phone>().toEqualTypeOf<DeepReadonly<z.output<typeof phoneSchema>>>();
  expectTypeOf<client.SpeedDial>().toEqualTypeOf<DeepReadonly<z.output<typeof speedDialSchema>>>();
  expectTypeOf<client.SpeedDialToSet>().toEqualTypeOf<DeepReadonly<z.input<typeof speedDialToSetSchema>>>();
  expectTypeOf<client.Problem>().toEqualTypeOf<DeepReadonly<z.output<typeof problemSchema>>>();
  expectTypeOf<client.FieldFault>().toEqualTypeOf<DeepReadonly<z.output<typeof fieldFaultSchema>>>();
});
