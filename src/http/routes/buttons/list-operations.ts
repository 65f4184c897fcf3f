import { z } from 'zod';
import { type ButtonKind, rulesOf } from '../../../domain/button-kinds.js';
import { type BodyBounds, boundsInWords, boundsOfList, boundsOfOne } from '../../middleware/body-bounds.js';
import { type Schemas, unnamedSchema } from '../../openapi/json-schemas.js';
import {
  headersOf,
  headersOfLookup,
  jsonResponse,
  lookupReferences,
  reference,
  requestIdReference,
  titled,
} from '../../openapi/operation-parts.js';
import {
  codesOfReadingButtons,
  codesOfWritingButtons,
  problemResponses,
  codesOfBodies,
} from '../../openapi/problem-responses.js';
import { deviceParameters } from '../device-query.js';
import { uuidExample, uuidPattern } from '../fields.js';
import type { DescribedList } from './list.js';
import { indexSchema } from './list-body.js';

/** How the OpenAPI document describes a list of buttons. */

const deviceUuidSchema = z
  .string()
  .regex(new RegExp(`^${uuidPattern}$`))
  .meta({ description: 'Only the uuid of the phone or device profile.' });

const oneDevice = 'Give `phone` or `profile`.';
const ifMatchReference = reference('parameters', 'If-Match');
const runReference = reference('parameters', 'Run');

/** @returns the schemas that the operations refer to by name */
export function listSchemas<Kind extends ButtonKind>({
  document,
  kind,
}: DescribedList<Kind>): { input: Schemas; output: Schemas } {
  const { name, entry, entryToSet, entryInPlace } = document;
  const wholeList =
    'The whole list. It replaces the list of the device; an empty one clears it. Set each index once; `1` ' +
    'and `01` are the same position.';
  return {
    input: {
      [`${name}ToSet`]: entryToSet,
      [`${name}sToSet`]: z.array(entryToSet).meta({ description: wholeList }),
      [`${name}InPlace`]: entryInPlace,
    },
    output: {
      [name]: entry,
      [`${name}s`]: z.array(entry).meta({ description: `All ${rulesOf(kind).plural}, in numeric order of index.` }),
      PhoneUuid: deviceUuidSchema,
    },
  };
}

/** @returns the functions that make the operation of each method */
export function listOperations<Kind extends ButtonKind>(
  list: DescribedList<Kind>,
): Record<'get' | 'post' | 'put' | 'delete', () => object> {
  return {
    get: () => readOperation(list),
    post: () => replaceOperation(list),
    put: () => setOperation(list),
    delete: () => removeOperation(list),
  };
}

function readOperation<Kind extends ButtonKind>({ document: { name, example }, kind }: DescribedList<Kind>): object {
  const { plural } = rulesOf(kind);
  return {
    operationId: `read${name}s`,
    tags: ['Phones'],
    summary: `Read the ${plural} of a phone or device profile`,
    description: `${oneDevice} \`ETag\` names the list. Send it as \`If-Match\` to change the list only if it is unchanged.`,
    parameters: [...deviceParameters(), reference('parameters', 'If-None-Match'), ...lookupReferences],
    responses: {
      200: jsonResponse(`The ${plural}.`, `${name}s`, { some: example, none: [] }, headersOfLookup(200, 'ETag')),
      304: { description: '`If-None-Match` names the current list.', headers: headersOfLookup(304, 'ETag') },
      ...problemResponses(codesOfReadingButtons),
    },
  };
}

function replaceOperation<Kind extends ButtonKind>({ document, kind }: DescribedList<Kind>): object {
  const { name, replacing, exampleToSet } = document;
  const { plural } = rulesOf(kind);
  return {
    operationId: `replace${name}s`,
    tags: ['Phones'],
    summary: `Replace the ${plural} of a phone or device profile`,
    description:
      `${oneDevice} ${replacing} It is safe to send the same list again. The response is text, not JSON, under ` +
      'the type `plain/text`: if your client reads JSON by default, tell it so, as with `parseAs: "text"` in ' +
      'openapi-fetch and `@hey-api/openapi-ts`.',
    parameters: [
      ...deviceParameters(),
      ifMatchReference,
      reference('parameters', 'If-None-Match'),
      runReference,
      requestIdReference,
    ],
    requestBody: body(boundsOfList, `${name}sToSet`, { [`two ${plural}`]: exampleToSet, none: [] }),
    responses: {
      200: {
        description: 'The list is set.',
        headers: headersOf(200, 'ETag', 'X-After-Update'),
        content: { 'plain/text': { schema: reference('schemas', 'PhoneUuid'), example: uuidExample } },
      },
      ...problemResponses([...codesOfWritingButtons, ...codesOfBodies]),
    },
  };
}

function setOperation<Kind extends ButtonKind>({ document, kind }: DescribedList<Kind>): object {
  const { name, example, exampleToSet } = document;
  const { singular } = rulesOf(kind);
  const [first] = example;
  const done = (description: string) =>
    jsonResponse(description, name, { entry: first }, headersOf(200, 'ETag', 'X-After-Update'));
  return {
    operationId: `set${name}`,
    tags: ['Phones'],
    summary: `Set one ${singular} and keep the others`,
    description: `${oneDevice} The list is read, changed at one index, and written. \`ETag\` is that of the list.`,
    parameters: [indexParameter(), ...deviceParameters(), ifMatchReference, runReference, requestIdReference],
    requestBody: body(boundsOfOne, `${name}InPlace`, { [`a ${singular}`]: withoutIndex(exampleToSet[0] ?? {}) }),
    responses: {
      200: done('It replaced the one at that index.'),
      201: done('It is new.'),
      ...problemResponses([...codesOfWritingButtons, ...codesOfBodies]),
    },
  };
}

function removeOperation<Kind extends ButtonKind>({ document: { name }, kind }: DescribedList<Kind>): object {
  return {
    operationId: `remove${name}`,
    tags: ['Phones'],
    summary: `Remove one ${rulesOf(kind).singular} and keep the others`,
    description: `${oneDevice} The list is read, and written without the entry. \`ETag\` is that of the list.`,
    parameters: [indexParameter(), ...deviceParameters(), ifMatchReference, runReference, requestIdReference],
    responses: {
      204: { description: 'It is removed.', headers: headersOf(204, 'ETag', 'X-After-Update') },
      ...problemResponses([...codesOfWritingButtons, 'entry-not-found']),
    },
  };
}

function indexParameter(): object {
  const description = 'The position, digits alone; `05` is 5.';
  return { name: 'index', in: 'path', required: true, description, schema: unnamedSchema(indexSchema) };
}

function body(most: BodyBounds, schema: string, examples: Readonly<Record<string, unknown>>): object {
  return {
    required: true,
    description: `At most ${boundsInWords(most)}.`,
    content: { 'application/json': { schema: reference('schemas', schema), examples: titled(examples) } },
  };
}

function withoutIndex(entry: object): object {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => key !== 'index'));
}
