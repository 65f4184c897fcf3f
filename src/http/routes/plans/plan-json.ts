import { z } from 'zod';
import { type ButtonKind, type EntryOf, rulesOf } from '../../../domain/button-kinds.js';
import { differenceOf } from '../../../domain/difference.js';
import { errorCodes } from '../../../domain/error-catalogue.js';
import {
  actionsOf,
  type Actor,
  type Approval,
  type Deed,
  listStates,
  type Plan,
  planActions,
  type PlanList,
  planStates,
} from '../../../plans/plan.js';
import { buttonEntrySchema } from '../../openapi/problem-schema.js';
import { buttonKindSchema, deviceKindSchema } from '../fields.js';

/** @returns a plan as a caller sees it */
export function planJson(plan: Plan, actor: Actor, approval: Approval) {
  const { id, digest, state, title, reason, user, time, expires, lists, rejection, application } = plan;
  return {
    ...{ id, digest, state, title, reason, user, time: time.toISOString(), expires: expires.toISOString(), lists },
    approval: plan.approval ? deedJson(plan.approval) : null,
    rejection: rejection ? { ...deedJson(rejection), reason: rejection.reason } : null,
    application: application
      ? {
          ...deedJson(application),
          ...{ perHour: application.perHour, stopping: application.isStopping, run: application.run ?? null },
          ...{ ended: application.ended?.toISOString() ?? null, why: application.why ?? null },
        }
      : null,
    may: actionsOf(plan, actor, approval, new Date()),
  };
}

function deedJson({ user, time }: Deed) {
  return { user, time: time.toISOString() };
}

/** @returns a list of a plan as callers see it */
export function planListJson<Kind extends ButtonKind>(list: PlanList<Kind>) {
  const { device, kind, ifMatch, read, after, state, problem, changedSince = null } = list;
  const difference = read ? differenceOf<EntryOf[Kind]>(rulesOf(kind), read.before, after) : null;
  return {
    ...{ device: device.name, deviceKind: device.kind, uuid: read?.uuid ?? null, list: kind, ifMatch },
    ...{ before: read?.before ?? null, after, difference },
    ...{ state, problem: problem ?? null, changedSince },
  };
}

const deed = {
  user: z.string().meta({ examples: ['boss'] }),
  time: z.iso.datetime().meta({ examples: ['2026-03-04T05:06:07.089Z'] }),
};

export const planSchema = z
  .object({
    id: z.string().meta({ description: 'Later plans have higher numbers.', examples: ['7'] }),
    digest: z.string().meta({ description: 'Names all that the plan is to do. An approval is for one digest.' }),
    state: z.enum(planStates).meta({
      description:
        '`checking`: its lists are being read. `partly-applied`: it was stopped, or some lists could not be set; it can go ' +
        'on while `may` has `apply`. `withdrawn`: rejected by its own proposer. `outdated`: when it was proposed, a list ' +
        'was another one than it names, or its device was missing.',
    }),
    title: z.string().meta({ examples: ['New reception'] }),
    reason: z.string().meta({ examples: ['She is called Sandström now.'] }),
    user: z.string().meta({ description: 'Who proposed it.', examples: ['agent'] }),
    time: z.iso.datetime().meta({ description: 'When it was proposed.', examples: ['2026-03-04T05:06:07.089Z'] }),
    expires: z.iso.datetime().meta({ description: 'From then on it cannot be approved or applied.' }),
    lists: z.partialRecord(z.enum(listStates), z.int()).meta({
      description: 'How many of its lists are in each state; a state without a list is left out.',
    }),
    approval: z.union([z.object(deed), z.null()]),
    rejection: z.union([z.object({ ...deed, reason: z.string() }), z.null()]).meta({
      description: 'Who rejected or withdrew it, and why.',
    }),
    application: z
      .union([
        z.object({
          ...deed,
          perHour: z.int().meta({ description: 'How many lists are sent in an hour at most; 0 is no limit.' }),
          stopping: z.boolean().meta({ description: 'Whether it is to stop after the lists that are under way.' }),
          run: z.union([z.string(), z.null()]).meta({ description: 'Its run in the history.' }),
          ended: z.union([z.iso.datetime(), z.null()]).meta({ description: 'Null while it is under way.' }),
          why: z.union([z.string(), z.null()]).meta({ description: 'Why it ended before its last list.' }),
        }),
        z.null(),
      ])
      .meta({ description: 'Who applies it, and how far that is.' }),
    may: z.array(z.enum(planActions)).meta({
      description: 'What the user who asks may do with it now.',
    }),
  })
  .meta({ description: 'Changes of lists that someone proposed and someone else approves.' });

const entries = z.array(buttonEntrySchema);

const planListSchema = z
  .object({
    device: z.string().meta({ examples: ['SEP00A1B2C30003'] }),
    deviceKind: deviceKindSchema,
    uuid: z.union([z.string(), z.null()]).meta({ description: "The device's key; null until the list was read." }),
    list: buttonKindSchema,
    ifMatch: z.string(),
    before: z
      .union([entries, z.null()])
      .meta({ description: 'The list when it was proposed; null until it was read.' }),
    after: entries.meta({ description: 'The list to set.' }),
    difference: z.union([
      z.object({
        added: entries,
        removed: entries,
        changed: z.array(z.object({ before: buttonEntrySchema, after: buttonEntrySchema })),
      }),
      z.null(),
    ]),
    state: z.enum(listStates).meta({
      description:
        '`open`: it is to be set. `changed`: the plan has set it. `already`: it was as planned. `changed-meanwhile`: ' +
        'someone else changed it; the plan leaves it alone. `refused`: it was not set. `uncertain`: it may be set.',
    }),
    problem: z
      .union([z.object({ code: z.enum(errorCodes), detail: z.string() }), z.null()])
      .meta({ description: 'Why it is not as planned.' }),
    changedSince: z.union([z.string(), z.null()]).meta({
      description: 'The newest change in the history that may have set the list since it was read; not by this plan.',
    }),
  })
  .meta({ description: 'A list of a plan.' });

export const planWithListsSchema = planSchema
  .extend({ changes: z.array(planListSchema) })
  .meta({ description: 'A plan, with a page of its lists.' });

export const planExample = {
  ...{ id: '7', digest: '5c9QJX0dGSVqBcO3sGlDfyqbN3k1GkVgW5zCTQ0oX5A', state: 'proposed', title: 'New reception' },
  ...{ reason: 'She is called Sandström now.', user: 'agent', time: '2026-03-04T05:06:07.089Z' },
  ...{ expires: '2026-03-11T05:06:07.089Z', lists: { open: 1 }, approval: null, rejection: null, application: null },
  may: ['approve', 'reject'],
};

const [before, after] = [
  { index: '1', dirn: '0199', label: 'Reception' },
  { index: '1', dirn: '0199', label: 'Front desk' },
];

export const planWithListsExample = {
  ...planExample,
  changes: [
    {
      ...{ device: 'SEP00A1B2C30003', deviceKind: 'phone', uuid: '0a1b2c3d-0000-4000-8000-00a1b2c30003' },
      ...{ list: 'speeddial', ifMatch: '"M0ijnvMOKiumurBtGJHEwe"', before: [before], after: [after] },
      difference: { added: [], removed: [], changed: [{ before, after }] },
      ...{ state: 'open', problem: null, changedSince: null },
    },
  ],
};

export const planToProposeExample = {
  ...{ title: planExample.title, reason: planExample.reason },
  changes: [
    {
      ...{ device: 'SEP00A1B2C30003', deviceKind: 'phone', list: 'speeddial', ifMatch: '"M0ijnvMOKiumurBtGJHEwe"' },
      entries: [after],
    },
  ],
};
