import { z } from 'zod';
import type { Button } from '../../../domain/buttons.js';
import type { ErrorCode } from '../../../domain/error-catalogue.js';
import { type Schemas, unnamedSchema } from '../../openapi/json-schemas.js';
import { headersOf, jsonResponse, reference, requestIdReference, titled } from '../../openapi/operation-parts.js';
import { codesOfAnyRequest, codesTowardsTheCallManager, problemResponses } from '../../openapi/problem-responses.js';
import { deviceParameters } from '../device-query.js';
import { uuidExample, uuidPattern } from '../fields.js';
import type { ButtonList } from './list.js';
import { indexSchema } from './list-body.js';

/** How the OpenAPI document describes a list of buttons. */

const deviceUuidSchema = z
  .string()
  .regex(new RegExp(`^${uuidPattern}$`))
  .meta({ description: "The phone's or device profile's uuid alone." });

const codesOfReading: readonly ErrorCode[] = [
  ...codesOfAnyRequest,
  'phone-not-found',
  'profile-not-found',
  ...codesTowardsTheCallManager,
];
const codesOfWriting: readonly ErrorCode[] = [
  ...codesOfReading,
  'forbidden',
  'cross-site',
  'not-representable',
  'changed-meanwhile',
  'rejected-by-call-manager',
  'outcome-unknown',
  'history-unavailable',
];
const codesOfBodies: readonly ErrorCode[] = ['payload-too-large', 'unsupported-media-type'];

const oneDevice = 'Give `phone` or `profile`.';
const ifMatchReference = reference('parameters', 'If-Match');

/** @returns the schemas that the operations refer to by name */
export function listSchemas<Entry extends Button>({
  document,
  rules,
}: ButtonList<Entry>): { input: Schemas; output: Schemas } {
  const { name, entry, entryToSet, entryInPlace } = document;
  const wholeList =
    'The whole list, in place of the one that the device has; an empty one clears it. Each index can be set once; `1` ' +
    'and `01` are the same place.';
  return {
    input: {
      [`${name}ToSet`]: entryToSet,
      [`${name}sToSet`]: z.array(entryToSet).meta({ description: wholeList }),
      [`${name}InPlace`]: entryInPlace,
    },
    output: {
      [name]: entry,
      [`${name}s`]: z.array(entry).meta({ description: `All ${rules.plural}, in numeric order of index.` }),
      PhoneUuid: deviceUuidSchema,
    },
  };
}

/** @returns what makes the operation of each method */
export function listOperations<Entry extends Button>(
  list: ButtonList<Entry>,
): Record<'get' | 'post' | 'put' | 'delete', () => object> {
  return {
    get: () => readOperation(list),
    post: () => replaceOperation(list),
    put: () => setOperation(list),
    delete: () => removeOperation(list),
  };
}

function readOperation<Entry extends Button>({ document: { name, example }, rules }: ButtonList<Entry>): object {
  const { plural } = rules;
  return {
    operationId: `read${name}s`,
    tags: ['Phones'],
    summary: `Read the ${plural} of a phone or device profile`,
    description: `${oneDevice} \`ETag\` names the list: sent back as \`If-Match\`, a change is made only where it still holds.`,
    parameters: [...deviceParameters(), reference('parameters', 'If-None-Match'), requestIdReference],
    responses: {
      200: jsonResponse(`The ${plural}.`, `${name}s`, { some: example, none: [] }, headersOf(200, 'ETag')),
      304: { description: 'It is the list that `If-None-Match` names.', headers: headersOf(304, 'ETag') },
      ...problemResponses(codesOfReading),
    },
  };
}

function replaceOperation<Entry extends Button>({ document, rules }: ButtonList<Entry>): object {
  const { name, replacing, exampleToSet } = document;
  return {
    operationId: `replace${name}s`,
    tags: ['Phones'],
    summary: `Replace the ${rules.plural} of a phone or device profile`,
    description:
      `${oneDevice} ${replacing} The same list can be sent again without harm. The response is text, not JSON, under ` +
      'the type `plain/text`: a client that reads by default JSON has to be told, as with `parseAs: "text"` in ' +
      'openapi-fetch and `@hey-api/openapi-ts`.',
    parameters: [...deviceParameters(), ifMatchReference, requestIdReference],
    requestBody: body(`${name}sToSet`, { [`two ${rules.plural}`]: exampleToSet, none: [] }),
    responses: {
      200: {
        description: 'The list is set.',
        headers: headersOf(200, 'ETag', 'X-After-Update'),
        content: { 'plain/text': { schema: reference('schemas', 'PhoneUuid'), example: uuidExample } },
      },
      ...problemResponses([...codesOfWriting, ...codesOfBodies]),
    },
  };
}

function setOperation<Entry extends Button>({ document, singular }: ButtonList<Entry>): object {
  const { name, example, exampleToSet } = document;
  const [first] = example;
  const done = (description: string) =>
    jsonResponse(description, name, { entry: first }, headersOf(200, 'ETag', 'X-After-Update'));
  return {
    operationId: `set${name}`,
    tags: ['Phones'],
    summary: `Set one ${singular} and keep the others`,
    description: `${oneDevice} The list is read, changed at one index, and written. \`ETag\` is that of the list.`,
    parameters: [indexParameter(), ...deviceParameters(), ifMatchReference, requestIdReference],
    requestBody: body(`${name}InPlace`, { [`a ${singular}`]: withoutIndex(exampleToSet[0] ?? {}) }),
    responses: {
      200: done('It stands in place of the one at that index.'),
      201: done('It is new.'),
      ...problemResponses([...codesOfWriting, ...codesOfBodies]),
    },
  };
}

function removeOperation<Entry extends Button>({ document: { name }, singular }: ButtonList<Entry>): object {
  return {
    operationId: `remove${name}`,
    tags: ['Phones'],
    summary: `Remove one ${singular} and keep the others`,
    description: `${oneDevice} The list is read, and written without the entry. \`ETag\` is that of the list.`,
    parameters: [indexParameter(), ...deviceParameters(), ifMatchReference, requestIdReference],
    responses: {
      204: { description: 'It is gone.', headers: headersOf(204, 'ETag', 'X-After-Update') },
      ...problemResponses([...codesOfWriting, 'entry-not-found']),
    },
  };
}

function indexParameter(): object {
  const description = 'The position, digits alone; `05` is 5.';
  return { name: 'index', in: 'path', required: true, description, schema: unnamedSchema(indexSchema) };
}

function body(schema: string, examples: Readonly<Record<string, unknown>>): object {
  return {
    required: true,
    description: 'At most 1 MB.',
    content: { 'application/json': { schema: reference('schemas', schema), examples: titled(examples) } },
  };
}

function withoutIndex(entry: object): object {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => key !== 'index'));
}
