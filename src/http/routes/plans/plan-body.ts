import { setImmediate as immediately } from 'node:timers/promises';
import { z } from 'zod';
import type { ButtonKind, Entry } from '../../../domain/button-kinds.js';
import { deviceId, deviceKinds, type DeviceKey } from '../../../domain/device.js';
import { invalidRequest } from '../../../domain/errors.js';
import { type DeviceName, longestDeviceName } from '../../../domain/identifiers.js';
import { planBounds, type ProposedList } from '../../../plans/plan.js';
import type { Proposal } from '../../../plans/plans.js';
import type { BodyBounds } from '../../middleware/body-bounds.js';
import { HeldBodies } from '../../middleware/held-bodies.js';
import { jsonBody } from '../../middleware/json-body.js';
import { jsonOf, oneText, problemsIn, wantedObject } from '../body.js';
import { isObject, mostProblems, problemsOfList } from '../buttons/list-body.js';
import { buttonLists } from '../buttons/list-routes.js';
import type { Body } from '../call.js';
import { buttonKindSchema, deviceKindSchema, storable, text, wrongKind } from '../fields.js';
import { planExample, planToProposeExample } from './plan-json.js';

/** The body that proposes a plan. */

const longestTag = 100;

const changeProperties = 'device, deviceKind, list, ifMatch and entries';

const changeToProposeSchema = z
  .strictObject(
    {
      device: text(longestDeviceName, 'must be the name of a device')
        .min(1, 'must not be empty')
        .meta({ description: "The device's name.", pattern: storable, examples: ['SEP00A1B2C30003'] }),
      deviceKind: z.enum(deviceKinds, { error: () => `must be one of ${deviceKindSchema.options.join(', ')}` }),
      list: z.enum(buttonKindSchema.options, { error: () => `must be one of ${buttonKindSchema.options.join(', ')}` }),
      ifMatch: z
        .string({ error: ({ input }) => wrongKind('must be the ETag of the list', input) })
        .max(longestTag, 'is not an ETag of this service')
        .regex(/^"[\x21\x23-\x7E]+"$/, 'must be the one ETag of the list, in double quotes')
        .meta({
          description: 'The `ETag` of the list that the change is based on.',
          examples: ['"M0ijnvMOKiumurBtGJHEwe"'],
        }),
      entries: z
        .array(z.unknown(), { error: ({ input }) => wrongKind('must be an array of buttons', input) })
        .meta({ description: 'The whole list to set, as the body of `POST /speeddials` or `POST /busylampfields`.' }),
    },
    {
      error: ({ input, code, ...issue }) =>
        code === 'unrecognized_keys'
          ? `may have only ${changeProperties}, not ${JSON.stringify((issue as { keys?: string[] }).keys?.[0]?.slice(0, 60))}`
          : wrongKind(`must be an object with ${changeProperties}`, input),
    },
  )
  .meta({ description: 'A list to set.' });

function changesSchema<Change extends z.ZodType>(change: Change) {
  return z
    .array(change, { error: ({ input }) => wrongKind('must be an array of changes', input) })
    .min(1, 'must have at least one change')
    .max(planBounds.lists, `must have at most ${planBounds.lists} changes`);
}

const planToProposeSchema = z
  .strictObject(
    {
      title: text(planBounds.title, 'must be a string such as "New reception"')
        .min(1, 'must not be empty')
        .meta({ pattern: storable, examples: ['New reception'] }),
      reason: text(planBounds.reason, 'must be a string, or be left out')
        .default('')
        .meta({ description: 'Why, for the user who approves.', pattern: storable }),
      changes: changesSchema(changeToProposeSchema),
    },
    {
      error: ({ input, code }) =>
        code === 'unrecognized_keys'
          ? 'may have only title, reason and changes'
          : wrongKind('must be an object with title, reason and changes', input),
    },
  )
  .meta({ description: 'A plan to propose. Name each list once.' });

/** The same, except what is in its changes: these are read one by one. */
const planWithAnyChangesSchema = planToProposeSchema.extend({ changes: changesSchema(z.unknown()) });

/**
 * Reads the body list by list; other requests are served in between.
 * @throws ServiceError that names each wrong field, of all lists, up to `mostProblems`
 */
async function parseProposal(body: unknown): Promise<Proposal> {
  const parsed = planWithAnyChangesSchema.safeParse(body);
  const problems = problemsIn(parsed.error, 'body');
  const lists: ProposedList[] = [];
  const places = new Map<string, number>();
  for (const [at, sent] of changesIn(body).entries()) {
    if (problems.length >= mostProblems) break;
    await immediately();
    const change = changeToProposeSchema.safeParse(sent);
    problems.push(...problemsIn(change.error, `body.changes[${at}]`));
    if (!change.success) continue;
    const { device: name, deviceKind, list, ifMatch, entries } = change.data;
    const device = { kind: deviceKind, name: name as DeviceName };
    const read = problemsOfList<Entry>(buttonLists[list].parse, entries, `body.changes[${at}].entries`);
    problems.push(...read.problems, ...repeated(places, { device, kind: list }, at));
    lists.push({ device, kind: list, ifMatch, after: read.entries });
  }
  if (!parsed.success || problems.length > 0) throw invalidRequest(problems.slice(0, mostProblems));
  return { title: parsed.data.title, reason: parsed.data.reason, lists };
}

/** @returns the changes of a body that may be wrong elsewhere; none if they cannot be read, or are too many */
function changesIn(body: unknown): readonly unknown[] {
  const changes = isObject(body) ? body['changes'] : undefined;
  return Array.isArray(changes) && changes.length <= planBounds.lists ? changes : [];
}

function repeated(places: Map<string, number>, { device, kind }: { device: DeviceKey; kind: ButtonKind }, at: number) {
  const list = `${deviceId(device)} ${kind}`;
  const earlier = places.get(list);
  if (earlier === undefined) places.set(list, at);
  if (earlier === undefined) return [];
  return [
    { field: `body.changes[${at}]`, detail: `is the same list as body.changes[${earlier}]; name each list once` },
  ];
}

export const approvalBody = oneText({
  what: 'the approval',
  name: 'digest',
  inWords: 'digest',
  schemaName: 'PlanApproval',
  description: 'An approval of exactly the plan that has this digest.',
  text: text(100, 'must be the digest of the plan')
    .min(1, 'must not be empty')
    .meta({ description: 'That of the plan as it was shown.', examples: [planExample.digest] }),
  examples: { 'an example': planExample.digest },
});

export const rejectionBody = oneText({
  what: 'the rejection',
  name: 'reason',
  inWords: 'reason',
  schemaName: 'PlanRejection',
  description: 'Why a plan is rejected, or withdrawn.',
  text: text(planBounds.rejection, 'must be a string such as "Not this week."')
    .min(1, 'must not be empty')
    .meta({ examples: ['Not this week.'] }),
  examples: { 'an example': 'Not this week.' },
});

export const boundsOfPlan: BodyBounds = {
  bytes: planBounds.bodyBytes,
  depth: 8,
  values: planBounds.bodyValues,
  keys: 100,
};

const wanted = wantedObject('the plan', 'title, reason and changes', boundsOfPlan);

export const planToPropose: Body<Proposal> = {
  ...jsonOf({
    wanted,
    schemas: { PlanToPropose: planToProposeSchema },
    examples: { 'an example': planToProposeExample },
    read: parseProposal,
  }),
  // Apart from all other bodies: two large plans that are being read must not keep out those who write.
  receive: () => jsonBody(wanted, new HeldBodies()),
};
