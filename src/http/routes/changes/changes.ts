import { z } from 'zod';
import { deviceId } from '../../../domain/device.js';
import { RequestRefused } from '../../../domain/errors.js';
import type { Change } from '../../../history/change.js';
import type { History } from '../../../history/history.js';
import { undoChange } from '../../../history/undo-change.js';
import type { KeptLookups } from '../../../use-cases/lookups.js';
import { ChangedMeanwhile } from '../../../use-cases/replace-buttons.js';
import type { CallContext } from '../../../use-cases/call-context.js';
import type { PathParameter } from '../../openapi/operation.js';
import { codesOfWritingButtons } from '../../openapi/problem-responses.js';
import { call, type Need } from '../call.js';
import { inTime } from '../open-call-context.js';
import { linkToNext, wrongCursor } from '../paging.js';
import { idIn, type Route, withHistory } from '../route.js';
import {
  changeExample,
  changeJson,
  changeSchema,
  changeWithDifference,
  changeWithDifferenceSchema,
  undoneSchema,
} from './change-json.js';
import { changeQuery, scopeQuery } from './change-query.js';

/** The history. Its calls are carried through like writes: a caller who hangs up says nothing about the store. */
export const history: Need<History> = {
  codes: ['history-off', 'history-unavailable'],
  in: (to) => withHistory(to.history),
};

/** A search that means more devices finds only the changes of these, and those with the text in a name. */
const mostCalled = 500;

/** @returns the devices with a text in their name or description, by their ids; none if there is no inventory */
async function devicesCalled(
  text: string | undefined,
  inventory: KeptLookups | undefined,
  context: CallContext,
): Promise<readonly string[]> {
  if (text === undefined || !inventory) return [];
  const found = await inventory.devices?.({ text, after: undefined, most: mostCalled }, context);
  return (found?.value.devices ?? []).map(({ deviceKind, name }) => deviceId({ kind: deviceKind, name }));
}

/** @throws ServiceError `change-not-found` */
async function changeNamed(id: string, kept: History, context: CallContext): Promise<Change> {
  const change = await kept.get(id, context);
  if (change) return change;
  throw new RequestRefused('change-not-found', { detail: 'The history has no change of this id.' });
}

const id: PathParameter = {
  name: 'id',
  description: "The change's id.",
  schema: z.string(),
  examples: { 'a change': changeExample.id },
};
const [before, after] = [changeExample.before[0], changeExample.after[0]];
const withDifference = { ...changeExample, difference: { added: [], removed: [], changed: [{ before, after }] } };

export const changes: readonly Route[] = [
  call({
    method: 'get',
    path: '/changes',
    operationId: 'listChanges',
    tag: 'History',
    summary: 'Read who changed what and when',
    description:
      'The newest first, in the order in which they began, regardless of clocks. A change must match all that you ' +
      'give. `dirn` finds the changes that added, removed or changed a button with that number. If you give several ' +
      'parameters, a page may be short or empty and still have a `Link`: only a page without one is the last.',
    needs: history,
    query: changeQuery,
    answers: {
      200: {
        description: 'The changes.',
        json: { Changes: z.array(changeSchema) },
        examples: { some: [changeExample], none: [] },
        headers: ['Link'],
      },
    },
    parts: { Change: changeSchema },
    respond: async (ctx, { part, query: { asked, limit, place } }, { time, lookups }) => {
      const page = await inTime(ctx, 'write', time, async (context) => {
        const called = await devicesCalled(asked.search, lookups.kept, context);
        return part.list({ ...asked, called, before: place }, limit, context);
      });
      if (!page) throw wrongCursor('before');
      if (page.next !== undefined) linkToNext(ctx, { before: page.next });
      return page.changes.map(changeJson);
    },
  }),
  call({
    method: 'get',
    path: '/changes/:id',
    operationId: 'readChange',
    tag: 'History',
    summary: 'Read one change, with what it did to the list',
    description: 'Entries with the same index are the same entry.',
    needs: history,
    inPath: id,
    answers: {
      200: {
        description: 'The change.',
        json: { ChangeWithDifference: changeWithDifferenceSchema },
        examples: { change: withDifference },
      },
    },
    problems: ['change-not-found'],
    respond: async (ctx, { part }, { time }) =>
      changeWithDifference(await inTime(ctx, 'write', time, (context) => changeNamed(idIn(ctx), part, context))),
  }),
  call({
    method: 'post',
    path: '/changes/:id/undo',
    operationId: 'undoChange',
    tag: 'History',
    summary: 'Undo a change',
    description:
      'Only if the device still has what the change left, in the whole list or in the entries that it touched: ' +
      'otherwise `changed-meanwhile` shows the current list. If the list from before is there already, nothing is ' +
      'sent. An undo is a change itself and can be undone.',
    right: { needed: 'write', to: 'change buttons' },
    needs: history,
    inPath: id,
    query: scopeQuery,
    headers: ['Run'],
    answers: {
      200: {
        description: 'It is undone, or was already.',
        json: { Undone: undoneSchema },
        examples: { undone: { id: '1205', changed: true }, 'nothing to do': { id: null, changed: false } },
        headers: ['X-After-Update'],
      },
    },
    problems: ['change-not-found', ...codesOfWritingButtons],
    respond: (ctx, { part, query: scope }, { replaceButtons, time }) =>
      inTime(ctx, 'write', time, async (context) => {
        const change = await changeNamed(idIn(ctx), part, context);
        const undone = undoChange(change, scope, replaceButtons, { ...context, undoes: change.id });
        const {
          id: made,
          changed,
          loaded,
        } = await undone.catch((thrown: unknown) => {
          if (thrown instanceof ChangedMeanwhile) ctx.set('ETag', thrown.tag);
          throw thrown;
        });
        if (loaded !== undefined) ctx.set('X-After-Update', loaded);
        return { id: made, changed };
      }),
  }),
];
