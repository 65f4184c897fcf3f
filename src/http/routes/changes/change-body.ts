import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type AskedList, type AtMost, changeBounds } from '../../../changes/change.js';
import { type Intent, type NamedList, nameOf, type ToAsk } from '../../../changes/to-ask.js';
import { buttonKinds, type Entry } from '../../../domain/button-kinds.js';
import { deviceKinds } from '../../../domain/device.js';
import { type FieldProblem, invalidRequest } from '../../../domain/errors.js';
import { type DeviceName, longestDeviceName } from '../../../domain/identifiers.js';
import { type BodyBounds, boundsOfOne } from '../../middleware/body-bounds.js';
import { HeldBodies } from '../../middleware/held-bodies.js';
import { jsonBody } from '../../middleware/json-body.js';
import { jsonOf, notOneOf, objectWith, oneText, problemsIn, wantedObject } from '../body.js';
import { buttonLists } from '../buttons/list-routes.js';
import { problemsOfList } from '../buttons/list-body.js';
import type { Body } from '../call.js';
import { storable, text, wrongKind } from '../fields.js';
import { changeToAskExample } from './change-json.js';
import { intentNames, intentSchemas, readIntent } from './intent-body.js';
import { mostFaults, readEach, type Reading } from './read-each.js';

/** The bodies of the calls for changes. */

const longestTag = 100;

const nameSchema = text(longestDeviceName, 'must be the name of a device')
  .min(1, 'must not be empty')
  .meta({ pattern: storable });

const deviceSchema = z
  .union([nameSchema, z.strictObject({ profile: nameSchema.meta({ description: 'The name of a device profile.' }) })], {
    error: ({ input }) => wrongKind('must be the name of a phone, or {"profile": NAME}', input),
  })
  .meta({ description: 'The name of a phone, or an object with the name of a device profile.' });

const listName = {
  device: deviceSchema,
  deviceKind: z
    .enum(deviceKinds, { error: notOneOf(deviceKinds) })
    .optional()
    .meta({ description: 'What the name is the name of, as answers have it; `phone` if left out.' }),
  kind: z.enum(buttonKinds, { error: notOneOf(buttonKinds) }).meta({ description: 'The kind of the buttons.' }),
};

const timeSchema = z.iso
  .datetime({ offset: true, error: 'must be a time of RFC 3339 with an offset, such as 2026-03-04T05:06:07Z' })
  .meta({ examples: ['2026-03-04T22:00:00Z'] });

const listSchema = z
  .strictObject(
    {
      ...listName,
      ifMatch: z
        .string({ error: ({ input }) => wrongKind('must be the ETag of the list', input) })
        .max(longestTag, 'is not an ETag of this service')
        .regex(/^"[\x21\x23-\x7E]+"$/, 'must be the one ETag of the list, in double quotes')
        .optional()
        .meta({
          description: 'The `ETag` of the list that the change is based on.',
          examples: ['"M0ijnvMOKiumurBtGJHEwe"'],
        }),
      entries: z
        .array(z.unknown(), { error: ({ input }) => wrongKind('must be an array of buttons', input) })
        .meta({ description: 'The whole list to set, as the body of `POST /speeddials` or `POST /busylampfields`.' }),
    },
    { error: objectWith('device, kind, entries, ifMatch and deviceKind') },
  )
  .meta({ description: 'A list to set.' });

const namedListSchema = z.strictObject(listName, { error: objectWith('device, kind and deviceKind') });

function arrayOf<Item extends z.ZodType>(item: Item, of: string) {
  return z
    .array(item, { error: ({ input }) => wrongKind(`must be an array of ${of}`, input) })
    .min(1, `must have at least one of ${of}`)
    .max(changeBounds.lists, `must have at most ${changeBounds.lists} of ${of}`);
}

const wholeNumber = z.int({ error: 'must be a whole number' }).min(0, 'must not be negative').optional();
const yesOrNo = z.boolean({ error: ({ input }) => wrongKind('must be true or false', input) });

const common = {
  title: text(changeBounds.title, 'must be a string such as "New reception"')
    .default('')
    .meta({ description: 'If it is left out, one is made.', pattern: storable, examples: ['New reception'] }),
  reason: text(changeBounds.reason, 'must be a string').default('').meta({ pattern: storable }),
};

const parts = {
  ...common,
  apply: yesOrNo.default(false).meta({
    description: 'Begin as soon as every list is read, if none has a problem. Only for users who may change buttons.',
  }),
  draft: yesOrNo.default(false).meta({
    description: 'Only read the lists. A draft is seen by its author alone, and is gone after 24 hours.',
  }),
  atMost: z
    .strictObject({ devices: wholeNumber, removals: wholeNumber }, { error: objectWith('devices and removals') })
    .optional()
    .meta({ description: 'Do not begin by itself if it is for more devices, or removes more buttons.' }),
  notBefore: timeSchema.optional().meta({ description: 'Set no list before this time.' }),
};

const oneIntent = `exactly one of lists, undo, ${intentNames.slice(0, -1).join(', ')} and ${intentNames.at(-1) ?? ''}`;

const askedProperties = `title, reason, apply, draft, atMost, notBefore, and ${oneIntent}`;

function bodySchema<List extends z.ZodType, Named extends z.ZodType>(
  list: List,
  named: Named,
  intents: Readonly<Record<keyof typeof intentSchemas, z.ZodType>>,
) {
  return z.strictObject(
    {
      ...parts,
      lists: arrayOf(list, 'lists').optional().meta({ description: 'The lists to set. Name each list once.' }),
      undo: z
        .strictObject(
          {
            change: z
              .string({ error: ({ input }) => wrongKind('must be the id of a change', input) })
              .meta({ description: 'The id of the change.' }),
            lists: arrayOf(named, 'lists').optional().meta({ description: 'Only these of its lists.' }),
          },
          { error: objectWith('change and lists') },
        )
        .optional()
        .meta({ description: 'A change to undo.' }),
      ...intents,
    },
    { error: objectWith(askedProperties) },
  );
}

const changeToAskSchema = bodySchema(listSchema, namedListSchema, intentSchemas).meta({
  description: `A change to ask for, with ${oneIntent}.`,
});
/** The same, except what is in its lists: these are read one by one. */
const withAnyListsSchema = bodySchema(
  z.unknown(),
  z.unknown(),
  Object.fromEntries(intentNames.map((name) => [name, z.unknown().optional()])) as unknown as typeof intentSchemas,
);

/** What a body asks for, without the key of its request. */
export type AskedBody = Omit<ToAsk, 'key'> & {
  /** Names the content of the body. */
  readonly hash: string;
};

/** @returns a property of what may be an object */
function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/**
 * Reads the body list by list; other requests are served in between.
 * @throws ServiceError that names each wrong field, of all lists, up to `mostFaults`
 */
async function parseAsked(body: unknown): Promise<AskedBody> {
  const parsed = withAnyListsSchema.safeParse(body);
  const problems = problemsIn(parsed.error, 'body');
  const [sent, sentUndo] = [propertyOf(body, 'lists'), propertyOf(body, 'undo')];
  const given = ['lists', 'undo', ...intentNames].filter((name) => propertyOf(body, name) !== undefined);
  if (parsed.success && given.length !== 1) problems.push({ field: 'body', detail: `must have ${oneIntent}` });
  if (parsed.data?.apply && parsed.data.draft)
    problems.push({ field: 'body.apply', detail: 'is not possible for a draft; leave one of them out' });
  const hash = createHash('sha256');
  const reading = { problems, hash };
  const places = new Map<string, number>();
  const lists = await readEach(sent, listSchema, 'body.lists', reading, (list, field, at): AskedList => {
    const named = namedIn(list, field, problems);
    const read = problemsOfList<Entry>(buttonLists[named.kind].parse, list.entries, `${field}.entries`, mostFaults);
    problems.push(...read.problems, ...repeated(places, named, at));
    return { ...named, ifMatch: list.ifMatch, after: read.entries, undoes: undefined };
  });
  const named = await readNamed(propertyOf(sentUndo, 'lists'), 'body.undo.lists', reading);
  const name = intentNames.find((one) => given.includes(one));
  const toFind = name === undefined ? undefined : await readIntent(name, propertyOf(body, name), reading);
  if (!parsed.success || problems.length > 0) throw invalidRequest(problems.slice(0, mostFaults));
  const { undo, apply, draft, title, reason, atMost, notBefore } = parsed.data;
  hash.update(
    JSON.stringify([given, title, reason, apply, draft, atMost, notBefore, undo?.change, undo?.lists?.length]),
  );
  const intent: Intent = toFind ?? (undo ? { undo: { change: undo.change, lists: undo.lists && named } } : { lists });
  return {
    ...{ title, reason, isDraft: draft, begins: apply, atMost: atMostOf(atMost), intent },
    hash: hash.digest('base64url'),
    notBefore: notBefore === undefined ? undefined : new Date(notBefore),
  };
}

/** @returns the lists that an undo names */
function readNamed(sent: unknown, field: string, reading: Reading): Promise<NamedList[]> {
  return readEach(sent, namedListSchema, field, reading, (list, at) => namedIn(list, at, reading.problems));
}

function atMostOf(
  given: { devices?: number | undefined; removals?: number | undefined } | undefined,
): AtMost | undefined {
  return given && { devices: given.devices, removals: given.removals };
}

function namedIn(
  { device, deviceKind, kind }: z.output<typeof namedListSchema>,
  field: string,
  problems: FieldProblem[],
): NamedList {
  if (typeof device === 'string') return { kind, device: { kind: deviceKind ?? 'phone', name: device as DeviceName } };
  if (deviceKind === 'phone')
    problems.push({ field: `${field}.deviceKind`, detail: 'must be profile, or be left out' });
  return { kind, device: { kind: 'profile', name: device.profile as DeviceName } };
}

function repeated(places: Map<string, number>, list: NamedList, at: number): FieldProblem[] {
  const name = nameOf(list);
  const earlier = places.get(name);
  if (earlier === undefined) places.set(name, at);
  if (earlier === undefined) return [];
  return [{ field: `body.lists[${at}]`, detail: `is the same list as body.lists[${earlier}]; name each list once` }];
}

export const boundsOfChange: BodyBounds = {
  bytes: changeBounds.bodyBytes,
  depth: changeBounds.bodyDepth,
  values: changeBounds.bodyValues,
  keys: 100,
};

const wanted = wantedObject('the change', askedProperties, boundsOfChange);

/** The room for bodies of changes, apart from all others: large changes must not keep out users who write. */
const held = new HeldBodies();

export const changeToAsk: Body<AskedBody> = {
  ...jsonOf({
    wanted,
    schemas: { ChangeToAsk: changeToAskSchema },
    examples: {
      'lists to set': changeToAskExample,
      'a new label': { relabel: { dirn: '6150', label: 'Petra Sandström' }, apply: true },
      'an undo': { undo: { change: '1204' }, apply: true },
    },
    read: parseAsked,
  }),
  receive: () => jsonBody(wanted, held),
};

interface Objected<Schema extends z.ZodType, Read> {
  readonly what: string;
  readonly properties: string;
  readonly name: string;
  readonly schema: Schema;
  readonly examples: Readonly<Record<string, object>>;
  /** Whether the body may be left out. */
  readonly isOptional?: true;
  readonly read: (given: z.output<Schema>) => Read;
}

/** @returns a body of JSON that is an object with a few properties */
function objectBody<Schema extends z.ZodType, Read>(described: Objected<Schema, Read>): Body<Read> {
  const { what, properties, name, schema, examples, isOptional, read } = described;
  return {
    ...(isOptional && { isOptional }),
    ...jsonOf({
      wanted: wantedObject(what, properties, boundsOfOne),
      schemas: { [name]: schema },
      examples,
      read(sent) {
        const parsed = schema.safeParse(sent);
        if (!parsed.success) throw invalidRequest(problemsIn(parsed.error));
        return read(parsed.data);
      },
    }),
  };
}

export const proposalBody = objectBody({
  ...{ what: 'the proposal', properties: 'title and reason', name: 'ChangeProposal', isOptional: true },
  schema: z
    .strictObject(common, { error: objectWith('title and reason') })
    .meta({ description: 'A title and a reason in place of those of the draft. What is left out stays.' }),
  examples: { 'with a reason': { reason: 'She is called Sandström now.' } },
  read: (given) => given,
});

const digestExample = '5c9QJX0dGSVqBcO3sGlDfyqbN3k1GkVgW5zCTQ0oX5A';

export const approvalBody = objectBody({
  ...{ what: 'the approval', properties: 'digest and notBefore', name: 'ChangeApproval' },
  schema: z
    .strictObject(
      {
        digest: text(100, 'must be the digest of the change')
          .min(1, 'must not be empty')
          .meta({ description: 'That of the change as it was shown.', examples: [digestExample] }),
        notBefore: timeSchema.optional(),
      },
      { error: objectWith('digest and notBefore') },
    )
    .meta({ description: 'An approval of exactly the change that has this digest.' }),
  examples: { 'an example': { digest: digestExample } },
  read: ({ digest, notBefore }) => ({ digest, notBefore: notBefore === undefined ? undefined : new Date(notBefore) }),
});

export const rejectionBody = oneText({
  what: 'the rejection',
  name: 'reason',
  inWords: 'reason',
  schemaName: 'ChangeRejection',
  description: 'Why a change is rejected, or withdrawn.',
  text: text(changeBounds.rejection, 'must be a string such as "Not this week."')
    .min(1, 'must not be empty')
    .meta({ examples: ['Not this week.'] }),
  examples: { 'an example': 'Not this week.' },
});

export const applicationBody = objectBody({
  ...{ what: 'the application', properties: 'notBefore', name: 'ChangeApplication', isOptional: true },
  schema: z
    .strictObject({ notBefore: timeSchema.optional() }, { error: objectWith('notBefore') })
    .meta({ description: 'From when on the lists are set. Left out: from when on that was asked for before, or now.' }),
  examples: { 'as asked for': {}, tonight: { notBefore: '2026-03-04T22:00:00Z' } },
  read: ({ notBefore }) => (notBefore === undefined ? undefined : new Date(notBefore)),
});

const undoSchema = z
  .strictObject(
    {
      lists: arrayOf(namedListSchema, 'lists').optional().meta({ description: 'Only these of its lists.' }),
      propose: yesOrNo.default(false).meta({ description: 'Only propose the undo.' }),
    },
    { error: objectWith('lists and propose') },
  )
  .meta({ description: 'What to undo; `{}`: all of it.' });
const withAnyNamesSchema = undoSchema.extend({ lists: arrayOf(z.unknown(), 'lists').optional() });

/** What the body of an undo asks for. */
interface UndoBody {
  readonly lists: readonly NamedList[] | undefined;
  readonly propose: boolean;
  /** Names the content of the body. */
  readonly hash: string;
}

/** @throws ServiceError that names each wrong field, up to `mostFaults` */
async function parseUndo(body: unknown): Promise<UndoBody> {
  const parsed = withAnyNamesSchema.safeParse(body);
  const problems = problemsIn(parsed.error, 'body');
  const hash = createHash('sha256');
  const named = await readNamed(propertyOf(body, 'lists'), 'body.lists', { problems, hash });
  if (!parsed.success || problems.length > 0) throw invalidRequest(problems.slice(0, mostFaults));
  const { lists, propose } = parsed.data;
  hash.update(JSON.stringify([propose, lists?.length]));
  return { lists: lists && named, propose, hash: hash.digest('base64url') };
}

const wantedUndo = wantedObject('the undo', 'lists and propose', boundsOfChange);

export const undoBody: Body<UndoBody> = {
  ...jsonOf({
    wanted: wantedUndo,
    schemas: { ChangeUndo: undoSchema },
    examples: { 'all of it': {}, 'one list': { lists: [{ device: 'SEP00A1B2C30003', kind: 'speeddial' }] } },
    read: parseUndo,
  }),
  isOptional: true,
  receive: () => jsonBody(wantedUndo, held),
};
