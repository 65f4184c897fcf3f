import { expect, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type * as client from '../../src/client/index.js';
import { problemCodes } from '../../src/client/index.js';
import { type ErrorCode, errorCodes } from '../../src/domain/error-catalogue.js';
import { routes } from '../../src/http/app.js';
import type { fieldProblemSchema, problemSchema } from '../../src/http/openapi/problem-schema.js';
import type { phoneSchema, speedDialSchema } from '../../src/http/routes/phones.js';
import type { speedDialToSetSchema } from '../../src/http/routes/speed-dials-body.js';

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

it('knows the codes of the catalogue, and no others', () => {
  expect([...problemCodes].sort()).toEqual([...errorCodes].sort());
  expectTypeOf<client.ProblemCode>().toEqualTypeOf<ErrorCode>();
});

it('uses paths and methods that the service has', () => {
  const described = routes.map(({ method, path }) => `${method} ${path}`);
  expect(described).toEqual(expect.arrayContaining(['get /phone', 'post /speeddials']));
});

it('has the types of the schemas that the document is made of', () => {
  expectTypeOf<client.Phone>().toEqualTypeOf<DeepReadonly<z.output<typeof phoneSchema>>>();
  expectTypeOf<client.SpeedDial>().toEqualTypeOf<DeepReadonly<z.output<typeof speedDialSchema>>>();
  expectTypeOf<client.SpeedDialToSet>().toEqualTypeOf<DeepReadonly<z.input<typeof speedDialToSetSchema>>>();
  expectTypeOf<client.Problem>().toEqualTypeOf<DeepReadonly<z.output<typeof problemSchema>>>();
  expectTypeOf<client.FieldProblem>().toEqualTypeOf<DeepReadonly<z.output<typeof fieldProblemSchema>>>();
});
