import { setImmediate as immediately } from 'node:timers/promises';
import { z } from 'zod';
import { type ButtonKind, buttonKinds, type EntryOf, rulesOf } from '../../../domain/button-kinds.js';
import { canonicalIndex, sameButtons } from '../../../domain/buttons.js';
import type { DeviceKey } from '../../../domain/device.js';
import { invalidRequest } from '../../../domain/errors.js';
import { longestText, unfitText } from '../../../domain/identifiers.js';
import { listTag } from '../../../domain/list-tag.js';
import { type ButtonChange, type ButtonsSet, ChangedMeanwhile } from '../../../use-cases/replace-buttons.js';
import { type BodyBounds, boundsInWords, boundsOfList, boundsOfOne } from '../../middleware/body-bounds.js';
import type { Answer, PathParameter } from '../../openapi/operation.js';
import { reference } from '../../openapi/references.js';
import { codesOfReadingButtons, codesOfWritingButtons } from '../../openapi/problem-responses.js';
import { jsonOf, wantedObject } from '../body.js';
import { call } from '../call.js';
import { deviceOfQuery } from '../device-query.js';
import { uuidExample, uuidPattern } from '../fields.js';
import { lookedUp } from '../looked-up.js';
import { inTime } from '../open-call-context.js';
import type { Route, RouteContext, RouteDependencies } from '../route.js';
import { busyLampFieldList } from './busy-lamp-fields.js';
import { ifMatch, ifNoneMatchNames } from './entity-tags.js';
import { indexSchema, parseEntry, parseList } from './list-body.js';
import type { DescribedList } from './list.js';
import { speedDialList } from './speed-dials.js';

/** Each list of buttons as a resource. */
export const buttonLists: { readonly [Kind in ButtonKind]: DescribedList<Kind> } = {
  speeddial: speedDialList,
  busylampfield: busyLampFieldList,
};

/** To check a longer list takes some milliseconds, and so does to write it. Others get a turn between. */
const longList = 1_000;

const deviceUuidSchema = z
  .string()
  .regex(new RegExp(`^${uuidPattern}$`))
  .meta({ description: 'Only the uuid of the phone or device profile.' });

const inPath: PathParameter = {
  name: 'index',
  description: 'The position, digits alone; `05` is 5.',
  schema: indexSchema,
};

const oneDevice = 'Give `phone` or `profile`.';

const bounded = (most: BodyBounds): string => `At most ${boundsInWords(most)}.`;

/** @returns the routes of a list: for the whole list, and for one entry */
function routesOf<Kind extends ButtonKind>(list: DescribedList<Kind>): readonly Route[] {
  const { kind, path, call: example, properties, parse } = list;
  const { name, entry, entryToSet, entryInPlace, replacing, example: some, exampleToSet } = list.document;
  const { singular, plural, canonical } = rulesOf(kind);
  const right = { needed: 'change', to: `change ${plural}` } as const;
  const pathOfEntry = `${path}/:index`;
  const [first] = some;
  const whole = jsonOf({
    description: bounded(boundsOfList),
    schemas: {
      [`${name}ToSet`]: entryToSet,
      [`${name}sToSet`]: z.array(entryToSet).meta({
        description:
          'The whole list. It replaces the list of the device; an empty one clears it. Set each index once; `1` ' +
          'and `01` are the same position.',
      }),
    },
    examples: { [`two ${plural}`]: exampleToSet, none: [] },
    wanted: {
      what: `the ${plural} as a JSON array`,
      items: `the ${plural}`,
      instead: `send a JSON array of ${plural}, [] to clear them`,
      malformed: `is not a well-formed JSON array; send an array of ${plural}`,
      most: boundsOfList,
    },
    read: (sent) => parseList(parse, plural, sent),
  });
  const one = jsonOf({
    description: bounded(boundsOfOne),
    schemas: { [`${name}InPlace`]: entryInPlace },
    examples: { [`a ${singular}`]: withoutIndex(exampleToSet[0] ?? {}) },
    wanted: wantedObject(`the ${singular}`, properties, boundsOfOne),
    read: (sent, ctx) => parseEntry(parse, indexIn(ctx), sent),
  });
  const ofEntry = {
    ...{ json: { [name]: entry }, examples: { entry: first } },
    headers: ['ETag', 'X-After-Update'],
  } satisfies Omit<Answer, 'description'>;
  return [
    call({
      method: 'get',
      path,
      operationId: `read${name}s`,
      tag: 'Phones',
      summary: `Read the ${plural} of a phone or device profile`,
      description: `${oneDevice} \`ETag\` names the list. Send it as \`If-Match\` to change the list only if it is unchanged.`,
      query: deviceOfQuery,
      headers: ['If-None-Match', 'Cache-Control'],
      answers: {
        200: {
          description: `The ${plural}.`,
          json: {
            [`${name}s`]: z.array(entry).meta({ description: `All ${plural}, in numeric order of index.` }),
          },
          examples: { some, none: [] },
          headers: ['ETag'],
        },
        304: { description: '`If-None-Match` names the current list.', headers: ['ETag'] },
      },
      parts: { [name]: entry },
      problems: codesOfReadingButtons,
      respond: async (ctx, { query: device }, to) => {
        const entries = await lookedUp(ctx, 'list', { device, kind }, to);
        const tag = listTag(kind, entries);
        // Compression on the way would change the bytes of a strong tag.
        ctx.set({ 'Cache-Control': 'no-store, no-transform', ETag: tag });
        if (!ifNoneMatchNames(tag, ctx.req.headers)) return entries;
        ctx.status = 304;
        return undefined;
      },
    }),
    call({
      method: 'post',
      path,
      ...(example !== undefined && { example }),
      operationId: `replace${name}s`,
      tag: 'Phones',
      summary: `Replace the ${plural} of a phone or device profile`,
      description:
        `${oneDevice} ${replacing} It is safe to send the same list again. The response is text, not JSON, under ` +
        'the type `plain/text`: if your client reads JSON by default, tell it so, as with `parseAs: "text"` in ' +
        'openapi-fetch and `@hey-api/openapi-ts`.',
      right,
      query: deviceOfQuery,
      headers: ['If-Match', 'If-None-Match'],
      body: whole,
      answers: {
        200: {
          description: 'The list is set.',
          content: { 'plain/text': { schema: reference('schemas', 'PhoneUuid'), example: uuidExample } },
          headers: ['ETag', 'X-After-Update'],
        },
      },
      parts: { PhoneUuid: deviceUuidSchema },
      problems: codesOfWritingButtons,
      respond: async (ctx, { query: device, body: entries }, to) => {
        if (entries.length > longList) await immediately();
        const { uuid } = await change(ctx, kind, device, { list: entries }, to);
        // Callers of this interface expect exactly this type.
        ctx.set('Content-Type', 'plain/text');
        ctx.body = uuid;
        return undefined;
      },
    }),
    call({
      method: 'put',
      path: pathOfEntry,
      operationId: `set${name}`,
      tag: 'Phones',
      summary: `Set one ${singular} and keep the others`,
      description: `${oneDevice} The list is read, changed at one index, and written. \`ETag\` is that of the list.`,
      right,
      inPath,
      query: deviceOfQuery,
      headers: ['If-Match'],
      body: one,
      answers: {
        200: { description: 'It replaced the one at that index.', ...ofEntry },
        201: { description: 'It is new.', ...ofEntry },
      },
      problems: codesOfWritingButtons,
      respond: async (ctx, { query: device, body: put }, to) => {
        const { before = [] } = await change(ctx, kind, device, { put }, to);
        const index = indexIn(ctx);
        if (!before.some((there) => canonicalIndex(there.index) === index)) ctx.status = 201;
        return canonical(put);
      },
    }),
    call({
      method: 'delete',
      path: pathOfEntry,
      operationId: `remove${name}`,
      tag: 'Phones',
      summary: `Remove one ${singular} and keep the others`,
      description: `${oneDevice} The list is read, and written without the entry. \`ETag\` is that of the list.`,
      right,
      inPath,
      query: deviceOfQuery,
      headers: ['If-Match'],
      answers: { 204: { description: 'It is removed.', headers: ['ETag', 'X-After-Update'] } },
      problems: [...codesOfWritingButtons, 'entry-not-found'],
      respond: async (ctx, { query: device }, to) => {
        await change(ctx, kind, device, { remove: indexIn(ctx) }, to);
        return undefined;
      },
    }),
  ];
}

/** The routes of every list of buttons. */
export const buttons: readonly Route[] = buttonKinds.flatMap((kind) => routesOf<ButtonKind>(buttonLists[kind]));

/** Changes a list on the request's condition, and sets the response headers. */
async function change<Kind extends ButtonKind>(
  ctx: RouteContext,
  kind: Kind,
  device: DeviceKey,
  edit: ButtonChange<EntryOf[Kind]>,
  { replaceButtons, time }: RouteDependencies,
): Promise<ButtonsSet<EntryOf[Kind]>> {
  const tags = ifMatch(ctx.req.headers);
  try {
    const set = await inTime(ctx, 'write', time, (context) =>
      replaceButtons.set(kind, device, tags ? { ...edit, condition: { tags } } : edit, context),
    );
    if (tags && isThereAlready(kind, set) && ifNoneMatchNames(set.tag, ctx.req.headers)) {
      throw new ChangedMeanwhile(thereAlready(rulesOf(kind).plural), set.entries, set.tag);
    }
    if (set.loaded !== undefined) ctx.set('X-After-Update', set.loaded);
    ctx.set('ETag', set.tag);
    return set;
  } catch (thrown) {
    if (thrown instanceof ChangedMeanwhile) ctx.set('ETag', thrown.tag);
    throw thrown;
  }
}

/** Whether a conditional change sent nothing. */
function isThereAlready<Kind extends ButtonKind>(kind: Kind, { before, entries }: ButtonsSet<EntryOf[Kind]>): boolean {
  return before !== undefined && sameButtons(rulesOf(kind), before, entries);
}

function thereAlready(plural: string): string {
  return `The ${plural} already match If-None-Match. Nothing was changed.`;
}

/** @returns the index in the path, without leading zeros */
function indexIn({ captures: [index = ''] = [] }: RouteContext & { captures?: readonly string[] }): string {
  const reason = unfitText(index, longestText);
  if (reason !== undefined) throw invalidRequest([{ field: 'path.index', detail: reason }]);
  return canonicalIndex(index);
}
function withoutIndex(entry: object): object {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => key !== 'index'));
}
