import { z } from 'zod';
import { rulesOf } from '../../../domain/button-kinds.js';
import type { ButtonKind, EntryOf } from '../../../domain/button-kinds.js';
import { differenceOf } from '../../../domain/difference.js';
import { errorCodes } from '../../../domain/error-catalogue.js';
import {
  type Change,
  type ChangeList,
  changeSources,
  changeStates,
  closedReasons,
  countIn,
  type Deed,
  isUndoable,
  listStates,
  undoneStates,
} from '../../../changes/change.js';
import { noteCodes } from '../../../changes/intents/intent.js';
import { type Actor, actionsOf, changeActions } from '../../../changes/transitions.js';
import { buttonEntrySchema } from '../../openapi/problem-schema.js';
import { buttonKindSchema, deviceKindSchema } from '../fields.js';

/**
 * @param waitsFor what it waits for now, as a sentence
 * @returns a change as a caller sees it, without its lists
 */
export function changeJson(change: Change, actor: Actor, waitsFor?: string) {
  const { id, state, closedBecause, why, undone, source, title, reason, user, time, expires, notBefore } = change;
  const { digest, undoes, notes, counts, approval, rejection, application } = change;
  return {
    ...{ id, state, closedBecause: closedBecause ?? null, why: why ?? null, undone, source, title, reason, user },
    ...{ time: time.toISOString(), expires: expires?.toISOString() ?? null },
    ...{ notBefore: notBefore?.toISOString() ?? null, digest: digest ?? null, undoes: undoes ?? null, notes },
    counts: { total: countIn(counts), ...counts },
    approval: approval ? deedJson(approval) : null,
    rejection: rejection ? { ...deedJson(rejection), reason: rejection.reason } : null,
    application: application
      ? {
          ...deedJson(application),
          ...{ stopping: application.isStopping, ended: application.ended?.toISOString() ?? null },
        }
      : null,
    waitsFor: waitsFor ?? null,
    may: actionsOf(change, actor, new Date()),
  };
}

function deedJson({ user, time }: Deed) {
  return { user, time: time.toISOString() };
}

/** @returns a list of a change as callers see it, with what the change does to it */
export function changeListJson<Kind extends ButtonKind>(list: ChangeList<Kind>) {
  const { device, uuid, kind, position, state, problem, foundLater, ifMatch, before, after, sent } = list;
  const isReadable = state !== 'unread' && (before !== null || after !== null) && (before !== null || sent);
  const difference = isReadable ? differenceOf<EntryOf[Kind]>(rulesOf(kind), before ?? [], after ?? []) : null;
  return {
    ...{ device: device.name, deviceKind: device.kind, uuid, kind, position, state, problem: problem ?? null },
    ...(foundLater && { foundLater: { list: foundLater.list, time: foundLater.time.toISOString() } }),
    ...{ ifMatch: ifMatch ?? null, before, after, difference },
    ...{ changedSince: list.changedSince ?? null, undoneBy: list.undoneBy ?? null, undoable: isUndoable(list) },
    sent: sent
      ? {
          ...{ time: sent.time.toISOString(), user: sent.user, requestId: sent.requestId },
          seenAfter: sent.seenAfter?.toISOString() ?? null,
        }
      : null,
  };
}

// The responses are made from checked values: these schemas only describe them.

const timeSchema = z.iso.datetime().meta({ examples: ['2026-03-04T05:06:07.089Z'] });
const deed = { user: z.string().meta({ examples: ['boss'] }), time: timeSchema };
const entries = z.array(buttonEntrySchema);
const counts = z.object({
  total: z.int(),
  ...Object.fromEntries(listStates.map((state) => [state, z.int().optional()])),
});

export const changeSchema = z
  .object({
    id: z.string().meta({ description: 'Changes that were asked for later have higher ones.', examples: ['1204'] }),
    state: z.enum(changeStates).meta({
      description:
        '`draft`: only its author sees it. `reading`: its lists are being read. `proposed`: it waits for an approval, or ' +
        'for its author to begin it. `running`: its lists are being set. `stopped`: it was stopped, or ended before its ' +
        'last list. `done`: every list is as asked for. `partly-done`: some lists could not be set. `closed`: it was ' +
        'never begun.',
    }),
    closedBecause: z.union([z.enum(closedReasons), z.null()]).meta({ description: 'With the state `closed`.' }),
    why: z
      .union([z.string(), z.null()])
      .meta({ description: 'Why it stopped, or did not begin although that was asked for.' }),
    undone: z
      .enum(undoneStates)
      .meta({ description: 'How much of it undos of this service have undone that were not undone themselves.' }),
    source: z.enum(changeSources).meta({ description: '`elsewhere`: not made by this service, which saw it later.' }),
    title: z.string().meta({ examples: ['New reception'] }),
    reason: z.string().meta({ examples: ['She is called Sandström now.'] }),
    user: z
      .union([z.string(), z.null()])
      .meta({ description: 'Who asked for it; null for a change made elsewhere.', examples: ['demo'] }),
    time: timeSchema.meta({ description: 'When it was asked for; for a change made elsewhere, when it was seen.' }),
    expires: z.union([timeSchema, z.null()]).meta({
      description: 'From then on it cannot be approved or begun for the first time.',
    }),
    notBefore: z.union([timeSchema, z.null()]).meta({ description: 'It sets no list before this time.' }),
    digest: z.union([z.string(), z.null()]).meta({
      description: 'Covers all that it does; an approval names it. Null until its lists are read.',
    }),
    undoes: z.union([z.string(), z.null()]).meta({ description: 'The change that it undoes.' }),
    notes: z
      .array(
        z.object({
          code: z.enum(noteCodes).meta({
            description:
              '`left-out`: without a match. `not-edited`: meant, but left alone. `one-more`: there is such a button ' +
              'already. `unusual`: may be a mistake. With `unknown-target` and `lost-zeros` a change does not begin by ' +
              'itself.',
          }),
          text: z.string().meta({ examples: ['No button leads to it: 6150.'] }),
        }),
      )
      .meta({ description: 'What to know about its lists.' }),
    counts: counts.meta({ description: 'How many of its lists are in each state; a state without lists is left out.' }),
    approval: z.union([z.object(deed), z.null()]),
    rejection: z
      .union([z.object({ ...deed, reason: z.string() }), z.null()])
      .meta({ description: 'Who rejected or withdrew it, and why.' }),
    application: z
      .union([
        z.object({
          ...deed,
          stopping: z.boolean().meta({ description: 'Whether it stops after the lists that are under way.' }),
          ended: z.union([timeSchema, z.null()]).meta({ description: 'Null while it is under way.' }),
        }),
        z.null(),
      ])
      .meta({ description: 'Whose right sets its lists, since when.' }),
    waitsFor: z.union([z.string(), z.null()]).meta({ description: 'What it waits for now.' }),
    may: z.array(z.enum(changeActions)).meta({ description: 'What the user who asks may do with it now.' }),
  })
  .meta({ description: 'What one user sets together for one reason, without its lists.' });

export const changeListSchema = z
  .object({
    device: z.string().meta({ description: "The device's name.", examples: ['SEP00A1B2C30003'] }),
    deviceKind: deviceKindSchema,
    uuid: z.union([z.string(), z.null()]).meta({
      description: "The device's key, which stays if it is renamed; null until the list is read.",
      examples: ['0a1b2c3d-0000-4000-8000-00a1b2c30003'],
    }),
    kind: buttonKindSchema,
    position: z.int().meta({ description: "Its place among the change's lists, counted from 0." }),
    state: z.enum(listStates).meta({
      description:
        '`unread`: it was not read yet. `open`: it waits to be set. `sending`: it is being set. `changed`: it was set. ' +
        '`already`: it was as asked for. `changed-meanwhile`: someone else has changed it, and it stays as it is. ' +
        '`refused`: it surely was not set. `stored-otherwise`: it was set, but the call manager keeps another list. ' +
        '`uncertain`: it may have been set.',
    }),
    problem: z
      .union([z.object({ code: z.enum(errorCodes), detail: z.union([z.string(), z.null()]) }), z.null()])
      .meta({ description: 'Why it is not as asked for.' }),
    foundLater: z
      .object({
        list: z.enum(['after', 'before', 'other']).meta({
          description: 'The list that the device had then: the list to set, the list from before, or another list.',
        }),
        time: timeSchema,
      })
      .optional()
      .meta({ description: 'What a later read showed about a list whose answer was lost; left out until then.' }),
    ifMatch: z
      .union([z.string(), z.null()])
      .meta({ description: 'The `ETag` of the list that the change is based on.' }),
    before: z.union([entries, z.null()]).meta({ description: 'The list before; null if it is not known.' }),
    after: z.union([entries, z.null()]).meta({
      description:
        'The list to set, or the one that the call manager keeps instead; null if the stored list is damaged, or the ' +
        'device was removed elsewhere.',
    }),
    difference: z.union([
      z.object({
        added: entries,
        removed: entries,
        changed: z.array(z.object({ before: buttonEntrySchema, after: buttonEntrySchema })),
      }),
      z.null(),
    ]),
    changedSince: z.union([z.string(), z.null()]).meta({
      description: 'The newest change that may have set the list since it was read; not this one.',
    }),
    undoneBy: z.union([z.string(), z.null()]).meta({ description: 'The newest change that has undone it.' }),
    undoable: z.boolean().meta({ description: 'False if it can never be undone.' }),
    sent: z
      .union([
        z.object({
          time: timeSchema,
          user: z.union([z.string(), z.null()]),
          requestId: z.union([z.string(), z.null()]).meta({ description: 'Its id in log and audit.' }),
          seenAfter: z.union([timeSchema, z.null()]).meta({
            description: 'For a change made elsewhere: it was made between this and `time`.',
          }),
        }),
        z.null(),
      ])
      .meta({ description: 'When it was sent, and for whom; null if it was not sent.' }),
  })
  .meta({ description: 'A list of a change.' });

export const changeWithListsSchema = changeSchema
  .extend({ lists: z.array(changeListSchema) })
  .meta({ description: 'A change, with some of its lists.' });

export const undoneSchema = z
  .object({
    id: z.union([z.string(), z.null()]).meta({ description: 'The change that the undo made; null for none.' }),
    changed: z.boolean().meta({ description: 'Whether anything had to be changed.' }),
  })
  .meta({ description: 'The result of the undo of a change of one list.' });

const time = '2026-03-04T05:06:07.089Z';

export const changeExample = {
  ...{ id: '1204', state: 'done', closedBecause: null, why: null, undone: 'none', source: 'service' },
  ...{ title: 'New reception', reason: 'She is called Sandström now.', user: 'demo', time, expires: null },
  ...{ notBefore: null, digest: '5c9QJX0dGSVqBcO3sGlDfyqbN3k1GkVgW5zCTQ0oX5A', undoes: null, notes: [] },
  ...{ counts: { total: 1, changed: 1 }, approval: null, rejection: null },
  application: { user: 'demo', time, stopping: false, ended: '2026-03-04T05:06:08.190Z' },
  ...{ waitsFor: null, may: ['undo'] },
};

export const proposedExample = {
  ...{ ...changeExample, id: '1207', state: 'proposed', user: 'agent', expires: '2026-03-11T05:06:07.089Z' },
  ...{ counts: { total: 1, open: 1 }, application: null, may: ['approve', 'reject'] },
};

const [before, after] = [
  { index: '1', dirn: '0199', label: 'Reception' },
  { index: '1', dirn: '0199', label: 'Front desk' },
];

export const changeWithListsExample = {
  ...changeExample,
  lists: [
    {
      ...{ device: 'SEP00A1B2C30003', deviceKind: 'phone', uuid: '0a1b2c3d-0000-4000-8000-00a1b2c30003' },
      ...{ kind: 'speeddial', position: 0, state: 'changed', problem: null, ifMatch: '"M0ijnvMOKiumurBtGJHEwe"' },
      ...{ before: [before], after: [after], difference: { added: [], removed: [], changed: [{ before, after }] } },
      ...{ changedSince: null, undoneBy: null, undoable: true },
      sent: { time, user: 'demo', requestId: '2f1c6c1e-0b0e-4d5c-9a51-0f2f6b7f3c11', seenAfter: null },
    },
  ],
};

export const changeToAskExample = {
  ...{ title: changeExample.title, reason: changeExample.reason, apply: true },
  lists: [{ device: 'SEP00A1B2C30003', kind: 'speeddial', ifMatch: '"M0ijnvMOKiumurBtGJHEwe"', entries: [after] }],
};
