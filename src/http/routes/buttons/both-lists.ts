import { z } from 'zod';
import { type ButtonKind, buttonKinds, rulesOf, type ButtonLists } from '../../../domain/button-kinds.js';
import { listTag } from '../../../domain/list-tag.js';
import { codesOfReadingButtons } from '../../openapi/problem-responses.js';
import { lookup } from '../call.js';
import { deviceOfQuery } from '../device-query.js';
import { lookedUp } from '../looked-up.js';
import type { Route } from '../route.js';
import { speedDialSchema } from '../phones.js';
import { busyLampFieldSchema } from './busy-lamp-fields.js';
import { buttonLists } from './list-routes.js';

type ByList<Value> = Record<`${ButtonKind}s`, Value>;

/** @returns a value for each list, by its name in the interface */
function byList<Value>(valueOf: (kind: ButtonKind) => Value): ByList<Value> {
  return Object.fromEntries(buttonKinds.map((kind) => [`${kind}s`, valueOf(kind)])) as ByList<Value>;
}

/** The answer with a device's lists: each list in the form of its own call, with the tag from that call. */
function listsJson(lists: ButtonLists) {
  const tagOf = (kind: ButtonKind) => listTag(kind, lists[kind]);
  return { speeddials: lists.speeddial, busylampfields: lists.busylampfield, etags: byList(tagOf) };
}

export const listsSchema = z
  .object({
    speeddials: z.array(speedDialSchema),
    busylampfields: z.array(busyLampFieldSchema),
    etags: z
      .object(byList((kind) => z.string().meta({ description: `The \`ETag\` of the ${rulesOf(kind).plural}.` })))
      .meta({ description: 'Send it as `If-Match` to change that list only if it is unchanged.' }),
  } satisfies ByList<z.ZodType> & { etags: z.ZodType })
  .meta({ description: 'Every list of buttons of a device, in numeric order of index, all read at one moment.' });

const example = {
  ...byList((kind) => buttonLists[kind].document.example),
  etags: { speeddials: '"M0ijnvMOKiumurBtGJHEwe"', busylampfields: '"p-VecKBGrwVWYhuPyUdZ1a"' },
};

/** GET /lists: every list of buttons of a device, by one request to the call manager. */
export const bothLists: readonly Route[] = [
  lookup({
    path: '/lists',
    operationId: 'readLists',
    summary: 'Read all buttons of a phone or device profile',
    description:
      'Give `phone` or `profile`. One request to the call manager reads both lists, so they are of one moment.',
    query: deviceOfQuery,
    answers: { 200: { description: 'The lists.', json: { Lists: listsSchema }, examples: { some: example } } },
    problems: codesOfReadingButtons,
    respond: async (ctx, { query: device }, to) => listsJson(await lookedUp(ctx, 'lists', device, to)),
  }),
];
