import type { Context } from 'koa';
import { type Button, canonicalIndex, inIndexOrder } from '../../../domain/buttons.js';
import { type DeviceKey, deviceNoun } from '../../../domain/device.js';
import { isServiceError, ServiceError } from '../../../domain/errors.js';
import { longestText, unfitText } from '../../../domain/identifiers.js';
import { noSuchDevice } from '../../../use-cases/no-such-device.js';
import type { ButtonChange, ButtonsSet } from '../../../use-cases/replace-buttons.js';
import { invalidRequest } from '../../invalid-request.js';
import type { RequestState } from '../../middleware/request-context.js';
import { parseDevice } from '../device-query.js';
import { setJson } from '../json-response.js';
import { openCallContext } from '../open-call-context.js';
import type { RouteDependencies } from '../route.js';
import { ifMatch, ifNoneMatchNames, listTag } from './entity-tags.js';
import { parseEntry, parseList } from './list-body.js';
import type { ButtonList } from './list.js';

/** What responds to each method of a list and of an entry of it. */

type RouteContext = Context & { state: RequestState };

/** GET: the list as it is, with its entity tag. */
export function getList<Entry extends Button>(
  { rules, buttons }: ButtonList<Entry>,
  { callManager, time }: RouteDependencies,
) {
  return async function listRoute(ctx: RouteContext): Promise<void> {
    const device = parseDevice(ctx.query);
    const { context, release } = openCallContext(ctx, 'read', time);
    try {
      const held = await buttons(callManager).read(device, context);
      if (!held) throw noSuchDevice(device);
      const tag = listTag(rules, held.entries);
      // Compressed on the way, it would be other bytes under a strong tag.
      ctx.set({ 'Cache-Control': 'no-store, no-transform', ETag: tag });
      if (ifNoneMatchNames(tag, ctx.req.headers)) ctx.status = 304;
      else setJson(ctx, held.entries);
    } finally {
      release();
    }
  };
}

/** POST: replaces the list; answers with the device's uuid alone. */
export function postList<Entry extends Button>(list: ButtonList<Entry>, dependencies: RouteDependencies) {
  const write = listWriter(list, dependencies);
  return async function replaceListRoute(ctx: RouteContext): Promise<void> {
    const device = parseDevice(ctx.query);
    const entries = parseList(list.parse, list.rules.plural, takeBody(ctx));
    const { uuid } = await write(ctx, device, entries);
    // The type that callers of this interface expect, exactly.
    ctx.set('Content-Type', 'plain/text');
    ctx.body = uuid;
  };
}

/** PUT: sets one entry and keeps the others; answers with it. */
export function putEntry<Entry extends Button>(list: ButtonList<Entry>, dependencies: RouteDependencies) {
  const write = listWriter(list, dependencies);
  return async function setEntryRoute(ctx: RouteContext): Promise<void> {
    const device = parseDevice(ctx.query);
    const index = indexIn(ctx);
    const entry = parseEntry(list.parse, index, takeBody(ctx));
    const place = { isNew: false };
    await write(ctx, device, (present) => {
      const others = present.filter((other) => canonicalIndex(other.index) !== index);
      place.isNew = others.length === present.length;
      return inIndexOrder([...others, entry]);
    });
    ctx.status = place.isNew ? 201 : 200;
    setJson(ctx, list.rules.canonical(entry));
  };
}

/** DELETE: removes one entry and keeps the others. */
export function deleteEntry<Entry extends Button>(list: ButtonList<Entry>, dependencies: RouteDependencies) {
  const write = listWriter(list, dependencies);
  return async function removeEntryRoute(ctx: RouteContext): Promise<void> {
    const device = parseDevice(ctx.query);
    const index = indexIn(ctx);
    await write(ctx, device, (present) => {
      const others = present.filter((other) => canonicalIndex(other.index) !== index);
      if (others.length === present.length) throw noSuchEntry(device, list.singular, index);
      return others;
    });
    ctx.status = 204;
  };
}

/** @returns what changes a list, on the condition that the request makes, and sets the headers that tell of it */
function listWriter<Entry extends Button>(
  { rules, writer }: ButtonList<Entry>,
  { buttonWriters, time }: RouteDependencies,
) {
  return async (
    ctx: RouteContext,
    device: DeviceKey,
    entries: ButtonChange<Entry>['entries'],
  ): Promise<ButtonsSet<Entry>> => {
    const condition = ifMatch(ctx.req.headers);
    let present = '';
    const precondition = (held: readonly Entry[]): boolean => {
      present = listTag(rules, held);
      return condition?.(present) ?? true;
    };
    const { context, release } = openCallContext(ctx, 'write', time);
    try {
      const change = { entries, ...(condition && { precondition }) };
      const set = await writer(buttonWriters).set(device, change, context);
      if (set.loaded !== undefined) ctx.set('X-After-Update', set.loaded);
      ctx.set('ETag', listTag(rules, set.entries));
      return set;
    } catch (thrown) {
      if (isServiceError(thrown, 'changed-meanwhile')) ctx.set('ETag', present);
      throw thrown;
    } finally {
      release();
    }
  };
}

/** What was read is kept once, not three times, while the write waits. */
function takeBody({ request }: RouteContext): unknown {
  const { body } = request;
  request.body = undefined;
  request.rawBody = '';
  return body;
}

/** @returns the index that the path names, without leading zeros */
function indexIn({ captures: [index = ''] = [] }: RouteContext & { captures?: readonly string[] }): string {
  const reason = unfitText(index, longestText);
  if (reason !== undefined) throw invalidRequest([{ field: 'path.index', detail: reason }]);
  return canonicalIndex(index);
}

function noSuchEntry({ kind, name }: DeviceKey, singular: string, index: string): ServiceError {
  return new ServiceError('entry-not-found', {
    detail: `The ${deviceNoun[kind]} ${name} has no ${singular} at index ${index}.`,
    effect: 'none',
  });
}
