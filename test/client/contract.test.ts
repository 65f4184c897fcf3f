import { expect, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type * as client from '../../src/client/index.js';
import { createClient, problemCodes } from '../../src/client/index.js';
import * as shapes from '../../src/client/shapes.js';
import { type DeviceKind, deviceKinds } from '../../src/domain/device.js';
import { type ErrorCode, errorCodes } from '../../src/domain/error-catalogue.js';
import { type ButtonKind, buttonKinds } from '../../src/domain/button-kinds.js';
import { routes } from '../../src/http/app.js';
import type { fieldProblemSchema, problemSchema } from '../../src/http/openapi/problem-schema.js';
import type { busyLampFieldSchema, busyLampFieldToSetSchema } from '../../src/http/routes/buttons/busy-lamp-fields.js';
import type { listsSchema } from '../../src/http/routes/buttons/both-lists.js';
import type { pointingButtonSchema } from '../../src/http/routes/buttons/pointing-buttons.js';
import type {
  changeSchema,
  changeWithDifferenceSchema,
  undoneSchema,
} from '../../src/http/routes/changes/change-json.js';
import type { runResultSchema, runSchema } from '../../src/http/routes/changes/runs.js';
import type { deviceSchema } from '../../src/http/routes/devices.js';
import type { findingSchema } from '../../src/http/routes/inventory/inventory-json.js';
import type { planSchema, planWithListsSchema } from '../../src/http/routes/plans/plan-json.js';
import type { inventorySchema } from '../../src/http/routes/inventory-state.js';
import type { numberSchema } from '../../src/http/routes/numbers.js';
import type { namedDeviceSchema, phoneSchema, speedDialSchema } from '../../src/http/routes/phones.js';
import type { suggestionSchema } from '../../src/http/routes/suggestions.js';
import type { statusSchema } from '../../src/http/routes/status.js';
import type { speedDialToSetSchema } from '../../src/http/routes/buttons/speed-dials.js';

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

it('knows exactly the codes of the catalogue', () => {
  expect([...problemCodes].sort()).toEqual([...errorCodes].sort());
  expectTypeOf<client.ProblemCode>().toEqualTypeOf<ErrorCode>();
});

it('knows exactly the kinds of buttons and of devices', () => {
  expect([...shapes.buttonKinds]).toEqual(buttonKinds);
  expect([...shapes.deviceKinds]).toEqual([...deviceKinds]);
  expectTypeOf<client.ButtonKind>().toEqualTypeOf<ButtonKind>();
  expectTypeOf<client.DeviceKind>().toEqualTypeOf<DeviceKind>();
});

/** The calls of each kind of list. */
const callsOfKinds: Readonly<Record<ButtonKind, readonly (keyof client.PhoneProxyClient)[]>> = {
  speeddial: ['readSpeedDials', 'replaceSpeedDials', 'setSpeedDial', 'removeSpeedDial'],
  busylampfield: ['readBusyLampFields', 'replaceBusyLampFields', 'setBusyLampField', 'removeBusyLampField'],
};

it('has the calls of each kind of list', () => {
  const has = createClient({ baseUrl: 'http://phones.example.com', username: 'demo', password: 'demo' });
  const known = Object.keys(has).filter((name) =>
    /^(read|replace|set|remove)(?!Status|Change|Run|Plan|Inventory|Lists)/.test(name),
  );
  expect(known.sort()).toEqual(Object.values(callsOfKinds).flat().sort());
});

it('uses paths and methods that the service has', () => {
  const described = routes.map(({ method, path }) => `${method} ${path}`);
  const used = Object.keys(callsOfKinds).flatMap((kind) => [
    `get /${kind}s`,
    `post /${kind}s`,
    `put /${kind}s/:index`,
    `delete /${kind}s/:index`,
  ]);
  const read = ['phone', 'profile', 'devices', 'numbers', 'buttons', 'lists', 'suggest', 'status'].map(
    (path) => `get /${path}`,
  );
  const history = ['get /changes', 'get /changes/:id', 'post /changes/:id/undo'];
  const inventory = ['get /inventory', 'post /inventory/sweep', 'get /findings'];
  expect(described).toEqual(expect.arrayContaining([...used, ...read, ...history, ...inventory]));
});

it('has the types of the schemas from which the document is generated', () => {
  expectTypeOf<client.Phone>().toEqualTypeOf<DeepReadonly<z.output<typeof phoneSchema>>>();
  expectTypeOf<client.NamedDevice>().toEqualTypeOf<DeepReadonly<z.output<typeof namedDeviceSchema>>>();
  expectTypeOf<client.SpeedDial>().toEqualTypeOf<DeepReadonly<z.output<typeof speedDialSchema>>>();
  expectTypeOf<client.SpeedDialToSet>().toEqualTypeOf<DeepReadonly<z.input<typeof speedDialToSetSchema>>>();
  expectTypeOf<client.BusyLampField>().toEqualTypeOf<DeepReadonly<z.output<typeof busyLampFieldSchema>>>();
  expectTypeOf<client.BusyLampFieldToSet>().toEqualTypeOf<DeepReadonly<z.input<typeof busyLampFieldToSetSchema>>>();
  expectTypeOf<client.Lists>().toEqualTypeOf<DeepReadonly<z.output<typeof listsSchema>>>();
  expectTypeOf<client.PointingButton>().toEqualTypeOf<DeepReadonly<z.output<typeof pointingButtonSchema>>>();
  expectTypeOf<client.Device>().toEqualTypeOf<DeepReadonly<z.output<typeof deviceSchema>>>();
  expectTypeOf<client.NumberInPartition>().toEqualTypeOf<DeepReadonly<z.output<typeof numberSchema>>>();
  expectTypeOf<client.Suggestion>().toEqualTypeOf<DeepReadonly<z.output<typeof suggestionSchema>>>();
  expectTypeOf<client.Status>().toEqualTypeOf<DeepReadonly<z.output<typeof statusSchema>>>();
  expectTypeOf<client.Problem>().toEqualTypeOf<DeepReadonly<z.output<typeof problemSchema>>>();
  expectTypeOf<client.Change>().toEqualTypeOf<DeepReadonly<z.output<typeof changeSchema>>>();
  expectTypeOf<client.ChangeWithDifference>().toEqualTypeOf<
    DeepReadonly<z.output<typeof changeWithDifferenceSchema>>
  >();
  expectTypeOf<Omit<client.Undone, 'afterUpdate'>>().toEqualTypeOf<DeepReadonly<z.output<typeof undoneSchema>>>();
  expectTypeOf<client.Run>().toEqualTypeOf<DeepReadonly<z.output<typeof runSchema>>>();
  expectTypeOf<client.RunResult>().toEqualTypeOf<DeepReadonly<z.output<typeof runResultSchema>>>();
  expectTypeOf<client.Plan>().toEqualTypeOf<DeepReadonly<z.output<typeof planSchema>>>();
  expectTypeOf<client.PlanWithLists>().toEqualTypeOf<DeepReadonly<z.output<typeof planWithListsSchema>>>();
  expectTypeOf<client.Inventory>().toEqualTypeOf<DeepReadonly<z.output<typeof inventorySchema>>>();
  expectTypeOf<client.Finding>().toEqualTypeOf<DeepReadonly<z.output<typeof findingSchema>>>();
  expectTypeOf<client.FieldProblem>().toEqualTypeOf<DeepReadonly<z.output<typeof fieldProblemSchema>>>();
});
