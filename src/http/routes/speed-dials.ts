import type { Context } from 'koa';
import { z } from 'zod';
import type { DeviceName } from '../../domain/identifiers.js';
import type { ReplaceSpeedDials } from '../../use-cases/replace-speed-dials.js';
import { jsonListBody } from '../middleware/json-list-body.js';
import { refuseReadOnlyUsers } from '../middleware/refuse-read-only-users.js';
import type { RequestState } from '../middleware/request-context.js';
import { headersOf, queryParameter, reference, requestIdReference } from '../openapi/operation-parts.js';
import { codesOfAnyRequest, codesTowardsTheCallManager, problemResponses } from '../openapi/problem-responses.js';
import { queryText, type QueryValue, readQuery, storable, uuidExample, uuidPattern } from './fields.js';
import { openCallContext, type TimeForRequests } from './open-call-context.js';
import type { Route } from './route.js';
import { parseSpeedDials, speedDialsToSetSchema, speedDialToSetSchema } from './speed-dials-body.js';

/** AXL's schema: the name in a request for a phone is at most 100 characters long. */
const longestDeviceName = 100;

const deviceNameSchema = queryText(longestDeviceName, "a phone's name such as phone=SEP00123456789A").meta({
  description: "The phone's name in the call manager: SEP and the MAC address for a desk phone.",
  pattern: storable,
});

/**
 * Reads the query's device name.
 * @throws ServiceError when it is missing, empty, given twice or unfit
 */
export function parseDeviceName(value: QueryValue): DeviceName {
  return readQuery('phone', deviceNameSchema, value) as DeviceName;
}

/** POST /speeddials?phone=NAME: replaces a phone's speed dials; answers with the phone's uuid alone. */
function postSpeedDials(replaceSpeedDials: ReplaceSpeedDials, time: TimeForRequests) {
  return async function speedDialsRoute(ctx: Context & { state: RequestState }): Promise<void> {
    const phone = parseDeviceName(ctx.query['phone']);
    const dials = parseSpeedDials(ctx.request.body);
    // What was read is kept once, not three times, while the write waits.
    ctx.request.body = undefined;
    ctx.request.rawBody = '';
    const { context, release } = openCallContext(ctx, 'write', time);
    try {
      const { uuid, loaded } = await replaceSpeedDials.replace(phone, dials, context);
      if (loaded !== undefined) ctx.set('X-After-Update', loaded);
      // The type that callers of this interface expect, exactly.
      ctx.set('Content-Type', 'plain/text');
      ctx.body = uuid;
    } finally {
      release();
    }
  };
}

const phoneUuidSchema = z
  .string()
  .regex(new RegExp(`^${uuidPattern}$`))
  .meta({ description: "The phone's uuid alone." });

const speedDialsExample: readonly z.input<typeof speedDialToSetSchema>[] = [
  { index: '1', dirn: '0199', label: 'Reception' },
  { index: '2', dirn: '+14085554019' },
];

function replaceSpeedDialsOperation(): object {
  return {
    operationId: 'replaceSpeedDials',
    tags: ['Phones'],
    summary: "Replace a phone's speed dials",
    description:
      'Lines and busy lamp fields stay as they are. The same list can be sent again without harm. The response is ' +
      'text, not JSON, under the type `plain/text`: a client that reads by default JSON has to be told, as with ' +
      '`parseAs: "text"` in openapi-fetch and `@hey-api/openapi-ts`.',
    parameters: [queryParameter('phone', deviceNameSchema, { 'a desk phone': 'SEP00123456789A' }), requestIdReference],
    requestBody: {
      required: true,
      description: 'At most 1 MB.',
      content: {
        'application/json': {
          schema: reference('schemas', 'SpeedDialsToSet'),
          examples: { 'two speed dials': { value: speedDialsExample }, none: { value: [] } },
        },
      },
    },
    responses: {
      200: {
        description: 'The list is set.',
        headers: { ...headersOf(200), 'X-After-Update': reference('headers', 'X-After-Update') },
        content: { 'plain/text': { schema: reference('schemas', 'PhoneUuid'), example: uuidExample } },
      },
      ...problemResponses([
        ...codesOfAnyRequest,
        'forbidden',
        'phone-not-found',
        'payload-too-large',
        'unsupported-media-type',
        'rejected-by-call-manager',
        ...codesTowardsTheCallManager,
        'outcome-unknown',
      ]),
    },
  };
}

export const speedDials: readonly Route[] = [
  {
    method: 'post',
    path: '/speeddials',
    call: 'POST /speeddials?phone=NAME',
    handlers: ({ replaceSpeedDials, time, readOnlyUsers }) => [
      refuseReadOnlyUsers(readOnlyUsers),
      jsonListBody('speed dials'),
      postSpeedDials(replaceSpeedDials, time),
    ],
    operation: replaceSpeedDialsOperation,
    schemas: {
      input: { SpeedDialToSet: speedDialToSetSchema, SpeedDialsToSet: speedDialsToSetSchema },
      output: { PhoneUuid: phoneUuidSchema },
    },
  },
];
