import { z } from 'zod';
import type { PointingButton } from '../../../domain/buttons.js';
import { jsonResponse, requestIdReference } from '../../openapi/operation-parts.js';
import { codesOfLookups, problemResponses } from '../../openapi/problem-responses.js';
import { buttonKindSchema, deviceKindSchema, uuidExample, uuidSchema } from '../fields.js';
import { respondWithJson } from '../json-response.js';
import { compareButtons } from '../order.js';
import { directoryNumberParameter, parseDirectoryNumber } from '../phones.js';
import type { Route } from '../route.js';

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
    parameters: [directoryNumberParameter(), requestIdReference],
    responses: {
      200: jsonResponse('The buttons.', 'PointingButtons', { found: example, none: [] }),
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
    handlers: ({ callManager, time }) => [
      async (ctx) => {
        const number = parseDirectoryNumber(ctx.query['dirn']);
        await respondWithJson(ctx, time, async (context) =>
          [...(await callManager.findButtons(number, context))].sort(compareButtons),
        );
      },
    ],
    operation: findButtonsOperation,
    schemas: { output: { PointingButton: pointingButtonSchema, PointingButtons: pointingButtonsSchema } },
  },
];
