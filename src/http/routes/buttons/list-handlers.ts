import { setImmediate as immediately } from 'node:timers/promises';
import { type ButtonKind, type EntryOf, rulesOf } from '../../../domain/button-kinds.js';
import { canonicalIndex, sameButtons } from '../../../domain/buttons.js';
import type { DeviceKey } from '../../../domain/device.js';
import { longestText, unfitText } from '../../../domain/identifiers.js';
import { type ButtonChange, type ButtonsSet, ChangedMeanwhile } from '../../../use-cases/replace-buttons.js';
import { listTag } from '../../../domain/list-tag.js';
import { invalidRequest } from '../../../domain/errors.js';
import { parseDevice } from '../device-query.js';
import { type RouteDependencies, setJson, type RouteContext } from '../route.js';
import { lookedUp } from '../looked-up.js';
import { openCallContext } from '../open-call-context.js';
import { ifMatch, ifNoneMatchNames } from './entity-tags.js';
import { parseEntry, parseList } from './list-body.js';
import type { DescribedList } from './list.js';

/** The handlers for each method of a list and of its entries. */

/** To check a longer list takes some milliseconds, and so does to write it. Others get a turn between. */
const longList = 1_000;

/** GET: the current list, with its entity tag. */
export function getList({ kind }: Pick<DescribedList<ButtonKind>, 'kind'>, to: RouteDependencies) {
  return async function listRoute(ctx: RouteContext): Promise<void> {
    const entries = await lookedUp(ctx, 'list', { device: parseDevice(ctx.query), kind }, to);
    const tag = listTag(kind, entries);
    // Compression on the way would change the bytes of a strong tag.
    ctx.set({ 'Cache-Control': 'no-store, no-transform', ETag: tag });
    if (ifNoneMatchNames(tag, ctx.req.headers)) ctx.status = 304;
    else setJson(ctx, entries);
  };
}

/** POST: replaces the list; answers with only the device's uuid. */
export function postList<Kind extends ButtonKind>(
  { kind, parse }: DescribedList<Kind>,
  dependencies: RouteDependencies,
) {
  return async function replaceListRoute(ctx: RouteContext): Promise<void> {
    const device = parseDevice(ctx.query);
    const list = parseList(parse, rulesOf(kind).plural, takeBody(ctx));
    if (list.length > longList) await immediately();
    const { uuid } = await change(ctx, kind, device, { list }, dependencies);
    // Callers of this interface expect exactly this type.
    ctx.set('Content-Type', 'plain/text');
    ctx.body = uuid;
  };
}

/** PUT: sets one entry and keeps the others; answers with the entry. */
export function putEntry<Kind extends ButtonKind>(
  { kind, parse }: DescribedList<Kind>,
  dependencies: RouteDependencies,
) {
  return async function setEntryRoute(ctx: RouteContext): Promise<void> {
    const device = parseDevice(ctx.query);
    const index = indexIn(ctx);
    const put = parseEntry(parse, index, takeBody(ctx));
    const { before = [] } = await change(ctx, kind, device, { put }, dependencies);
    ctx.status = before.some((entry) => canonicalIndex(entry.index) === index) ? 200 : 201;
    setJson(ctx, rulesOf(kind).canonical(put));
  };
}

/** DELETE: removes one entry and keeps the others. */
export function deleteEntry<Kind extends ButtonKind>({ kind }: DescribedList<Kind>, dependencies: RouteDependencies) {
  return async function removeEntryRoute(ctx: RouteContext): Promise<void> {
    const device = parseDevice(ctx.query);
    await change(ctx, kind, device, { remove: indexIn(ctx) }, dependencies);
    ctx.status = 204;
  };
}

/** Changes a list on the request's condition, and sets the response headers. */
async function change<Kind extends ButtonKind>(
  ctx: RouteContext,
  kind: Kind,
  device: DeviceKey,
  edit: ButtonChange<EntryOf[Kind]>,
  { replaceButtons, time }: RouteDependencies,
): Promise<ButtonsSet<EntryOf[Kind]>> {
  const tags = ifMatch(ctx.req.headers);
  const { context, release } = openCallContext(ctx, 'write', time);
  try {
    const set = await replaceButtons.set(kind, device, tags ? { ...edit, condition: { tags } } : edit, context);
    if (tags && isThereAlready(kind, set) && ifNoneMatchNames(set.tag, ctx.req.headers)) {
      throw new ChangedMeanwhile(thereAlready(rulesOf(kind).plural), set.entries, set.tag);
    }
    if (set.loaded !== undefined) ctx.set('X-After-Update', set.loaded);
    ctx.set('ETag', set.tag);
    return set;
  } catch (thrown) {
    if (thrown instanceof ChangedMeanwhile) ctx.set('ETag', thrown.tag);
    throw thrown;
  } finally {
    release();
  }
}

/** Whether a conditional change sent nothing. */
function isThereAlready<Kind extends ButtonKind>(kind: Kind, { before, entries }: ButtonsSet<EntryOf[Kind]>): boolean {
  return before !== undefined && sameButtons(rulesOf(kind), before, entries);
}

function thereAlready(plural: string): string {
  return `The ${plural} already match If-None-Match. Nothing was changed.`;
}

/**
 * Takes the body out of the request. While the write waits, the body is then in memory only once, and not three times.
 */
export function takeBody({ request }: RouteContext): unknown {
  const { body } = request;
  request.body = undefined;
  request.rawBody = '';
  return body;
}

/** @returns the index in the path, without leading zeros */
function indexIn({ captures: [index = ''] = [] }: RouteContext & { captures?: readonly string[] }): string {
  const reason = unfitText(index, longestText);
  if (reason !== undefined) throw invalidRequest([{ field: 'path.index', detail: reason }]);
  return canonicalIndex(index);
}
