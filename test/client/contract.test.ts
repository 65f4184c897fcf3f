import { expect, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type * as client from '../../src/client/index.js';
import { problemCodes } from '../../src/client/index.js';
import { type ErrorCode, errorCodes } from '../../src/domain/error-catalogue.js';
import { routes } from '../../src/http/app.js';
import type { fieldProblemSchema, problemSchema } from '../../src/http/openapi/problem-schema.js';
import type { busyLampFieldSchema, busyLampFieldToSetSchema } from '../../src/http/routes/buttons/busy-lamp-fields.js';
import type { pointingButtonSchema } from '../../src/http/routes/buttons/pointing-buttons.js';
import type {
  changeSchema,
  changeWithDifferenceSchema,
  undoneSchema,
} from '../../src/http/routes/changes/change-json.js';
import type { deviceSchema } from '../../src/http/routes/devices.js';
import type { numberSchema } from '../../src/http/routes/numbers.js';
import type { phoneSchema, speedDialSchema } from '../../src/http/routes/phones.js';
import type { statusSchema } from '../../src/http/routes/status.js';
import type { speedDialToSetSchema } from '../../src/http/routes/buttons/speed-dials.js';

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

it('knows the codes of the catalogue, and no others', () => {
  expect([...problemCodes].sort()).toEqual([...errorCodes].sort());
  expectTypeOf<client.ProblemCode>().toEqualTypeOf<ErrorCode>();
});

it('uses paths and methods that the service has', () => {
  const described = routes.map(({ method, path }) => `${method} ${path}`);
  const used = ['speeddials', 'busylampfields'].flatMap((list) => [
    `get /${list}`,
    `post /${list}`,
    `put /${list}/:index`,
    `delete /${list}/:index`,
  ]);
  const read = ['phone', 'profile', 'devices', 'numbers', 'buttons', 'status'].map((path) => `get /${path}`);
  const history = ['get /changes', 'get /changes/:id', 'post /changes/:id/undo'];
  expect(described).toEqual(expect.arrayContaining([...used, ...read, ...history]));
});

it('has the types of the schemas that the document is made of', () => {
  expectTypeOf<client.Phone>().toEqualTypeOf<DeepReadonly<z.output<typeof phoneSchema>>>();
  expectTypeOf<client.SpeedDial>().toEqualTypeOf<DeepReadonly<z.output<typeof speedDialSchema>>>();
  expectTypeOf<client.SpeedDialToSet>().toEqualTypeOf<DeepReadonly<z.input<typeof speedDialToSetSchema>>>();
  expectTypeOf<client.BusyLampField>().toEqualTypeOf<DeepReadonly<z.output<typeof busyLampFieldSchema>>>();
  expectTypeOf<client.BusyLampFieldToSet>().toEqualTypeOf<DeepReadonly<z.input<typeof busyLampFieldToSetSchema>>>();
  expectTypeOf<client.PointingButton>().toEqualTypeOf<DeepReadonly<z.output<typeof pointingButtonSchema>>>();
  expectTypeOf<client.Device>().toEqualTypeOf<DeepReadonly<z.output<typeof deviceSchema>>>();
  expectTypeOf<client.NumberInPartition>().toEqualTypeOf<DeepReadonly<z.output<typeof numberSchema>>>();
  expectTypeOf<client.Status>().toEqualTypeOf<DeepReadonly<z.output<typeof statusSchema>>>();
  expectTypeOf<client.Problem>().toEqualTypeOf<DeepReadonly<z.output<typeof problemSchema>>>();
  expectTypeOf<client.Change>().toEqualTypeOf<DeepReadonly<z.output<typeof changeSchema>>>();
  expectTypeOf<client.ChangeWithDifference>().toEqualTypeOf<
    DeepReadonly<z.output<typeof changeWithDifferenceSchema>>
  >();
  expectTypeOf<Omit<client.Undone, 'afterUpdate'>>().toEqualTypeOf<DeepReadonly<z.output<typeof undoneSchema>>>();
  expectTypeOf<client.FieldProblem>().toEqualTypeOf<DeepReadonly<z.output<typeof fieldProblemSchema>>>();
});
