import { z } from 'zod';
import { deviceId } from '../../../domain/device.js';
import type { CallContext } from '../../../use-cases/call-context.js';
import type { KeptLookups } from '../../../use-cases/lookups.js';
import type { Watched } from '../../../changes/changes.js';
import { rightOf } from '../../../domain/rights.js';
import { call } from '../call.js';
import { wrongParameter } from '../fields.js';
import { linkToNext, wrongCursor } from '../paging.js';
import { idIn, type Route, type RouteContext } from '../route.js';
import {
  changeJson,
  changeListJson,
  changeListSchema,
  changeSchema,
  changeWithListsExample,
  changeWithListsSchema,
} from './change-json.js';
import { changeQuery, oneChangeQuery } from './change-query.js';
import { forUser, id, shown, tagOf, theChanges } from './one-change.js';

/** A search that means more devices finds only the changes of these, and those with the text in them. */
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

/** @returns a signal that aborts when the caller hangs up */
function hungUp({ res }: RouteContext): AbortSignal {
  const controller = new AbortController();
  res.once('close', () => {
    controller.abort();
  });
  if (res.destroyed) controller.abort();
  return controller.signal;
}

/** Reading changes. */
export const changes: readonly Route[] = [
  call({
    method: 'get',
    path: '/changes',
    operationId: 'listChanges',
    tag: 'History',
    summary: 'Read who changed what and when, and what waits',
    description:
      'The newest first, in the order in which they were asked for, regardless of clocks. A list of the change must ' +
      'match all that you give; `lists` has those that do, at most 20. `dirn` finds the changes that add, remove or ' +
      'change a button with that number. A page may be short or empty and still have a `Link`: only a page without one ' +
      'is the last.',
    needs: theChanges,
    query: changeQuery,
    answers: {
      200: {
        description: 'The changes.',
        json: { Changes: z.array(changeWithListsSchema) },
        examples: { some: [changeWithListsExample], none: [] },
        headers: ['Link'],
      },
    },
    parts: { Change: changeSchema, ChangeList: changeListSchema, ChangeWithLists: changeWithListsSchema },
    respond: async (ctx, { part, query: { asked, limit, place } }, to) =>
      forUser(ctx, to, async (actor, context) => {
        const called = await devicesCalled(asked.search, to.lookups.kept, context);
        const page = await part.list({ ...asked, called, viewer: actor.user, before: place }, limit, context);
        if (!page) throw wrongCursor('before');
        if (page.next !== undefined) linkToNext(ctx, { before: page.next });
        return page.changes.map(({ change, lists }) => ({
          ...changeJson(change, actor),
          lists: lists.map((list) => changeListJson(list)),
        }));
      }),
  }),
  call({
    method: 'get',
    path: '/changes/:id',
    operationId: 'readChange',
    tag: 'History',
    summary: 'Read one change, with its lists and what became of them',
    description:
      'One answer has at most 2 MB of lists. If there are more, `Link` leads to the next page. `ETag` changes with each ' +
      'count and state. An id of 1.0.0 whose change belongs to a larger one now leads there (308).',
    needs: theChanges,
    inPath: id,
    query: oneChangeQuery,
    headers: ['If-None-Match'],
    answers: {
      200: {
        description: 'The change.',
        json: { ChangeWithLists: changeWithListsSchema },
        examples: { change: changeWithListsExample },
        headers: ['ETag', 'Link'],
      },
      304: { description: 'Nothing is new.', headers: ['ETag'] },
      308: { description: 'It belongs to a larger change.', headers: ['Location'] },
    },
    problems: ['change-not-found'],
    parts: { Change: changeSchema, ChangeList: changeListSchema },
    respond: async (ctx, { part, query: { limit, after = '-1', wait, problems } }, to) => {
      const [known, named] = [ctx.get('If-None-Match'), idIn(ctx)];
      if (wait !== undefined && known === '') throw wrongParameter('wait', 'needs the header If-None-Match');
      const { user = '' } = ctx.state;
      /** Answers with the change, if it has another tag than the caller knows. @returns undefined if not */
      const answer = () =>
        forUser(ctx, to, async (actor, context) => {
          const change = await part.get(named, actor, context);
          const json = await shown(ctx, part, change, actor, context);
          if (known === tagOf(json)) return undefined;
          const wanted = { after: Number(after), limit, withProblem: problems };
          const { lists, next } = await part.lists(change.id, wanted, context);
          if (next !== undefined) linkToNext(ctx, { after: String(next) });
          return { ...json, lists: lists.map((list) => changeListJson(list)) };
        });
      const former = await forUser(ctx, to, (_, context) => part.formerId(named, context));
      if (former) {
        ctx.status = 308;
        ctx.body = '';
        ctx.remove('Content-Type');
        ctx.set('Location', former.change);
        return undefined;
      }
      const now = await answer();
      if (now) return now;
      const isNew = ({ change, waitsFor }: Watched): boolean =>
        tagOf(changeJson(change, { user, right: rightOf(user, to.roles) }, waitsFor)) !== known;
      const watcher = { user, ms: (wait ?? 0) * 1_000, end: hungUp(ctx) };
      const later = wait !== undefined && (await part.waitFor(named, isNew, watcher)) ? await answer() : undefined;
      if (!later) ctx.status = 304;
      return later;
    },
  }),
];
