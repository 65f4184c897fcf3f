import { z } from 'zod';
import type { PointingButton } from '../../../domain/button-kinds.js';
import { headersOfLookup, jsonResponse, lookupReferences } from '../../openapi/operation-parts.js';
import { codesOfLookups, problemResponses } from '../../openapi/problem-responses.js';
import { buttonKindSchema, deviceKindSchema, uuidExample, uuidSchema } from '../fields.js';
import { type Route, setJson } from '../route.js';
import { lookedUp } from '../looked-up.js';
import { directoryNumberParameter, parseDirectoryNumber } from '../phones.js';

// The response is made of checked values: this schema only describes it.
export const pointingButtonSchema = z
  .object({
    device: z.string().meta({ description: "The device's name.", examples: ['SEP00A1B2C30011'] }),
    deviceKind: deviceKindSchema,
    uuid: uuidSchema.meta({ description: "The device's.", examples: [uuidExample] }),
    description: z.string().meta({ description: "The device's.", examples: ['Carlos Peña, San José'] }),
    kind: buttonKindSchema,
    index: z.string().meta({ description: 'Position on the device, a string of digits.', examples: ['1'] }),
    dirn: z.string().meta({ description: 'The number, with a plain plus.', examples: ['+14085554020'] }),
    partition: z.string().meta({
      description: 'That of the number that a busy lamp field watches; empty where there is none.',
      examples: [''],
    }),
    label: z.string().meta({ examples: ['María'] }),
  })
  .meta({ description: 'A button that points at a number, and the device that has it.' });

const pointingButtonsSchema = z
  .array(pointingButtonSchema)
  .meta({ description: 'In order of device, kind and index. None is an empty array.' });

const example: readonly PointingButton[] = [
  {
    device: 'SEP00A1B2C30011',
    deviceKind: 'phone',
    uuid: uuidExample,
    description: 'Carlos Peña, San José',
    kind: 'speeddial',
    index: '1',
    dirn: '+14085554020',
    partition: '',
    label: 'María',
  },
];

function findButtonsOperation(): object {
  return {
    operationId: 'findButtons',
    tags: ['Phones'],
    summary: 'Find the buttons that point at a number',
    description:
      'Every speed dial and busy lamp field, on phones and device profiles, whose number this is. AXL has no object ' +
      'that finds them, so one SQL query does, on every release.',
    parameters: [directoryNumberParameter(), ...lookupReferences],
    responses: {
      200: jsonResponse('The buttons.', 'PointingButtons', { found: example, none: [] }, headersOfLookup(200)),
      ...problemResponses(codesOfLookups),
    },
  };
}

/** GET /buttons?dirn=N: who points at a number. */
export const pointingButtons: readonly Route[] = [
  {
    method: 'get',
    path: '/buttons',
    call: undefined,
    handlers: (to) => [
      async (ctx) => {
        setJson(ctx, await lookedUp(ctx, 'buttons', parseDirectoryNumber(ctx.query['dirn']), to));
      },
    ],
    operation: findButtonsOperation,
    schemas: { output: { PointingButton: pointingButtonSchema, PointingButtons: pointingButtonsSchema } },
  },
];
