import type { Change } from '../../../changes/change.js';
import type { Changes } from '../../../changes/changes.js';
import { type Actor } from '../../../changes/transitions.js';
import { undoChange } from '../../../changes/undo-change.js';
import { isServiceError } from '../../../domain/errors.js';
import { refuseWithout, suffices } from '../../../domain/rights.js';
import type { CallContext } from '../../../use-cases/call-context.js';
import { codesOfWritingButtons } from '../../openapi/problem-responses.js';
import { ChangedMeanwhile } from '../../../use-cases/replace-buttons.js';
import { call } from '../call.js';
import { idIn, type Route, type RouteContext, type RouteDependencies } from '../route.js';
import { answerWith, keyOf } from './asked-change.js';
import {
  applicationBody,
  approvalBody,
  type AskedBody,
  changeToAsk,
  proposalBody,
  rejectionBody,
  undoBody,
} from './change-body.js';
import { changeExample, changeSchema, proposedExample, undoneSchema } from './change-json.js';
import { scopeQuery, uploadQuery } from './change-query.js';
import { forUser, id, shown, theChanges } from './one-change.js';
import { uploadedFile } from './upload.js';

/** Asks for a change, and answers with it. */
async function ask(
  ctx: RouteContext,
  part: Changes,
  { hash, ...asked }: AskedBody,
  actor: Actor,
  context: CallContext,
) {
  const known = await part.ask({ ...asked, key: keyOf(ctx, hash) }, actor, context);
  return answerWith(ctx, part, known, actor, context);
}

/** Answers with the result of the undo of one list. */
async function undoOne(ctx: RouteContext, undone: ReturnType<typeof undoChange>) {
  const {
    id: made,
    changed,
    loaded,
  } = await undone.catch((thrown: unknown) => {
    if (thrown instanceof ChangedMeanwhile) ctx.set('ETag', thrown.tag);
    throw thrown;
  });
  if (loaded !== undefined) ctx.set('X-After-Update', loaded);
  ctx.status = 200;
  return { id: made, changed };
}

/** Does something with one change, and answers with it. */
function moved(
  ctx: RouteContext,
  part: Changes,
  to: RouteDependencies,
  move: (id: string, actor: Actor, context: CallContext) => Promise<Change>,
) {
  return forUser(ctx, to, async (actor, context) =>
    shown(ctx, part, await move(idIn(ctx), actor, context), actor, context),
  );
}

const runningExample = {
  ...{ ...proposedExample, state: 'running', expires: null, may: ['stop'] },
  approval: { user: 'boss', time: '2026-03-04T06:06:07.089Z' },
  application: { user: 'boss', time: '2026-03-04T06:06:07.089Z', stopping: false, ended: null },
};
const stoppingExample = { ...runningExample, application: { ...runningExample.application, stopping: true }, may: [] };
const rejectedExample = {
  ...{ ...proposedExample, state: 'closed', closedBecause: 'rejected', may: [] },
  rejection: { user: 'boss', time: '2026-03-04T06:06:07.089Z', reason: 'Not this week.' },
};
const json = { Change: changeSchema };

/** Asking for changes, and what is done with them. */
export const asking: readonly Route[] = [
  call({
    method: 'post',
    path: '/changes',
    operationId: 'askForChange',
    tag: 'History',
    summary: 'Ask for a change of one or more lists',
    description:
      'Say what you mean (`relabel`, `replace`, `remove`, `add`, `copy`, `fix`, `undo`), or send the `lists` to set. The ' +
      'service finds the lists, and reads each one first. Nothing is set then, unless `apply` is true and no list has a problem. Up to 20 ' +
      'lists are read before the answer. Send an `Idempotency-Key`: if the answer is lost, the same request with the ' +
      'same key gives the same change (200) for 24 hours.',
    right: { needed: 'propose', to: 'propose changes' },
    needs: theChanges,
    headers: ['Idempotency-Key'],
    // A file is received by another route.
    query: { parameters: uploadQuery.parameters, parse: () => undefined },
    body: { ...changeToAsk, ...uploadedFile },
    answers: {
      201: {
        description: 'Its lists are read, and nothing is set.',
        json,
        examples: { proposed: proposedExample },
        headers: ['ETag', 'Location'],
      },
      202: {
        description: 'Its lists are being read or set.',
        json,
        examples: {
          reading: { ...proposedExample, state: 'reading', digest: null, counts: { total: 40, unread: 40 } },
        },
        headers: ['ETag', 'Location'],
      },
      200: {
        description: 'This user has asked for it before, with the same `Idempotency-Key`.',
        json,
        examples: { 'asked for before': changeExample },
        headers: ['ETag', 'Location'],
      },
    },
    problems: [
      ...(['may-only-propose', 'change-not-found', 'change-state', 'too-many-changes', 'cross-site'] as const),
      ...(['nothing-to-change', 'idempotency-key-reused'] as const),
    ],
    respond: (ctx, { part, body: asked }, to) =>
      forUser(ctx, to, (actor, context) => ask(ctx, part, asked, actor, context)),
  }),
  call({
    method: 'post',
    path: '/changes/:id/proposal',
    operationId: 'proposeChange',
    tag: 'History',
    summary: 'Propose a draft',
    description: 'It can then be approved by others, or begun by users who may change buttons.',
    right: { needed: 'propose', to: 'propose changes' },
    needs: theChanges,
    inPath: id,
    body: proposalBody,
    answers: {
      200: { description: 'It is proposed.', json, examples: { proposed: proposedExample }, headers: ['ETag'] },
    },
    problems: ['change-not-found', 'change-state', 'own-change'],
    respond: (ctx, { part, body }, to) => moved(ctx, part, to, (...of) => part.propose(of[0], body, of[1], of[2])),
  }),
  call({
    method: 'post',
    path: '/changes/:id/approval',
    operationId: 'approveChange',
    tag: 'History',
    summary: 'Approve the change of another user, and begin it',
    description: 'It needs the digest of the change. Lists with a problem are not set.',
    right: { needed: 'approve', to: 'approve changes' },
    needs: theChanges,
    inPath: id,
    body: approvalBody,
    answers: { 202: { description: 'It is running.', json, examples: { running: runningExample }, headers: ['ETag'] } },
    problems: ['change-not-found', 'change-state', 'own-change', 'other-digest'],
    respond: (ctx, { part, body: { digest, notBefore } }, to) =>
      moved(ctx, part, to, (id, actor, context) =>
        part.approve(id, digest, notBefore, actor, context).catch(async (thrown: unknown) => {
          // The ETag of the change as it is now.
          if (isServiceError(thrown, 'other-digest'))
            await shown(ctx, part, await part.get(id, actor, context), actor, context);
          throw thrown;
        }),
      ),
  }),
  call({
    method: 'post',
    path: '/changes/:id/rejection',
    operationId: 'rejectChange',
    tag: 'History',
    summary: 'Reject a change, or withdraw your own',
    description: 'While no one has begun it. A draft is deleted.',
    right: { needed: 'propose', to: 'reject changes' },
    needs: theChanges,
    inPath: id,
    body: rejectionBody,
    answers: {
      200: { description: 'It is closed.', json, examples: { rejected: rejectedExample }, headers: ['ETag'] },
    },
    problems: ['may-only-propose', 'change-not-found', 'change-state'],
    respond: (ctx, { part, body: reason }, to) =>
      moved(ctx, part, to, (...of) => part.reject(of[0], reason, of[1], of[2])),
  }),
  call({
    method: 'post',
    path: '/changes/:id/application',
    operationId: 'applyChange',
    tag: 'History',
    summary: 'Begin your own change, or go on with one that was stopped or is partly done',
    description: 'Lists that someone changed since they were read are left as they are.',
    right: { needed: 'propose', to: 'change buttons' },
    needs: theChanges,
    inPath: id,
    body: applicationBody,
    answers: { 202: { description: 'It is running.', json, examples: { running: runningExample }, headers: ['ETag'] } },
    problems: ['may-only-propose', 'change-not-found', 'change-state', 'own-change'],
    respond: (ctx, { part, body: notBefore }, to) =>
      moved(ctx, part, to, (...of) => part.apply(of[0], notBefore, of[1], of[2])),
  }),
  call({
    method: 'post',
    path: '/changes/:id/stop',
    operationId: 'stopChange',
    tag: 'History',
    summary: 'Stop a change',
    description: 'Lists that are under way are completed. `POST /changes/ID/application` goes on.',
    needs: theChanges,
    inPath: id,
    answers: {
      202: { description: 'It is stopping.', json, examples: { stopping: stoppingExample }, headers: ['ETag'] },
    },
    problems: ['forbidden', 'may-only-propose', 'change-not-found', 'change-state'],
    respond: (ctx, { part }, to) => moved(ctx, part, to, (...of) => part.stop(...of)),
  }),
  call({
    method: 'post',
    path: '/changes/:id/undo',
    operationId: 'undoChange',
    tag: 'History',
    summary: 'Undo a change',
    description:
      'Only what is still as the change left it. A change of one list is undone at once: if the list was changed since, ' +
      '`changed-meanwhile` shows the current one; if the list from before is there already, nothing is sent. A change of ' +
      'several lists is undone by a new change (202), which users who may only propose propose. An undo is a change ' +
      'itself and can be undone.',
    right: { needed: 'propose', to: 'change buttons' },
    needs: theChanges,
    inPath: id,
    query: scopeQuery,
    headers: ['Idempotency-Key'],
    body: undoBody,
    answers: {
      200: {
        description: 'The one list is as before.',
        json: { Undone: undoneSchema },
        examples: { undone: { id: '1205', changed: true }, 'nothing to do': { id: null, changed: false } },
        headers: ['X-After-Update'],
      },
      202: {
        description: 'A new change undoes it.',
        json,
        examples: { running: { ...runningExample, approval: null, undoes: '1204' } },
        headers: ['ETag', 'Location'],
      },
      201: {
        description: 'A new change that undoes it is proposed.',
        json,
        examples: { proposed: { ...proposedExample, undoes: '1204' } },
        headers: ['ETag', 'Location'],
      },
    },
    problems: [
      ...([
        'change-not-found',
        'change-state',
        'too-many-changes',
        'nothing-to-change',
        'idempotency-key-reused',
      ] as const),
      ...(['may-only-propose'] as const),
      ...codesOfWritingButtons,
    ],
    respond: (ctx, { part, query: scope, body: { lists, propose, hash } }, to) =>
      forUser(ctx, to, async (actor, context) => {
        const former = await part.formerId(idIn(ctx), context);
        const change = await part.get(former?.change ?? idIn(ctx), actor, context);
        const only = former ? await to.history?.sent(former.number, context) : await part.onlyList(change, context);
        if (only && !propose) {
          refuseWithout('change', actor.right, 'change buttons');
          const undoes = { change: change.id, number: only.sent.number };
          return undoOne(ctx, undoChange(only, scope, to.replaceButtons, { ...context, undoes }));
        }
        const begins = !propose && suffices(actor.right, 'change');
        const asked = {
          ...{ title: '', reason: '', isDraft: false, begins, atMost: undefined, notBefore: undefined },
          ...{ intent: { undo: { change: change.id, lists } }, hash },
        };
        return ask(ctx, part, asked, actor, context);
      }),
  }),
];
