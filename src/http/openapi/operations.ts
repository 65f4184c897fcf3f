import type { z } from 'zod';
import { phonesExample, speedDialsExample, uuidExample } from './examples.js';
import {
  codesOfAnyRequest,
  codesTowardsTheCallManager,
  headersOf,
  problemResponses,
  reference,
} from './problem-responses.js';
import { unnamedSchema } from './json-schemas.js';
import { deviceNameSchema, directoryNumberSchema } from '../routes/request-schemas.js';

/** The operations of the interface's document, by path. */
export function paths(): Record<string, object> {
  return {
    '/phone': { get: findPhones() },
    '/speeddials': { post: replaceSpeedDials() },
    '/openapi.json': { get: openApiJson() },
    '/docs': { get: docs() },
  };
}

function findPhones(): object {
  return {
    operationId: 'findPhones',
    tags: ['Phones'],
    summary: 'Find the phones that carry a directory number',
    description:
      'Compared exactly, over all route partitions. Phones alone: no CTI route points, device profiles or gateways. ' +
      '`/phone/` is the same path.',
    parameters: [
      query('dirn', directoryNumberSchema, { 'an extension': '0100', 'an E.164 number': '+14085554019' }),
      reference('parameters', 'X-Request-Id'),
    ],
    responses: {
      200: {
        description: 'The phones; an empty array when there are none.',
        headers: headersOf(200),
        content: {
          'application/json': {
            schema: reference('schemas', 'Phones'),
            examples: { found: { value: phonesExample }, 'no match': { value: [] } },
          },
        },
      },
      ...problemResponses([...codesOfAnyRequest, ...codesTowardsTheCallManager]),
    },
  };
}

function replaceSpeedDials(): object {
  return {
    operationId: 'replaceSpeedDials',
    tags: ['Phones'],
    summary: "Replace a phone's speed dials",
    description:
      'The list of the body takes the place of the whole list that the phone had. Lines and busy lamp fields stay as ' +
      'they are. The same list can be sent again without harm. The answer is text, not JSON, under the type ' +
      '`plain/text`: a client that reads by default JSON has to be told, as with `parseAs: "text"` in openapi-fetch ' +
      'and `@hey-api/openapi-ts`.',
    parameters: [
      query('phone', deviceNameSchema, { 'a desk phone': 'SEP00123456789A' }),
      reference('parameters', 'X-Request-Id'),
    ],
    requestBody: {
      required: true,
      description: 'At most 1 MB.',
      content: {
        'application/json': {
          schema: reference('schemas', 'SpeedDialsToSet'),
          examples: { 'two speed dials': { value: speedDialsExample }, none: { value: [] } },
        },
      },
    },
    responses: {
      200: {
        description: 'The list is set.',
        headers: { ...headersOf(200), 'X-After-Update': reference('headers', 'X-After-Update') },
        content: { 'plain/text': { schema: reference('schemas', 'PhoneUuid'), example: uuidExample } },
      },
      ...problemResponses([
        ...codesOfAnyRequest,
        'forbidden',
        'phone-not-found',
        'payload-too-large',
        'unsupported-media-type',
        'rejected-by-call-manager',
        ...codesTowardsTheCallManager,
        'outcome-unknown',
      ]),
    },
  };
}

function openApiJson(): object {
  return {
    operationId: 'readOpenApiDocument',
    tags: ['Documentation'],
    summary: 'This document',
    description: 'The interface as JSON, for programs: to generate a client, or to check answers.',
    parameters: [reference('parameters', 'X-Request-Id')],
    responses: {
      200: {
        description: 'An OpenAPI 3.1 document.',
        headers: { ...headersOf(200), ETag: reference('headers', 'ETag') },
        content: { 'application/json': { schema: { type: 'object' } } },
      },
      304: {
        description: 'It is the one that `If-None-Match` names.',
        headers: { ...headersOf(304), ETag: reference('headers', 'ETag') },
      },
      ...problemResponses(codesOfAnyRequest),
    },
  };
}

function docs(): object {
  return {
    operationId: 'readDocumentation',
    tags: ['Documentation'],
    summary: 'This document as a page to read and to try',
    description: 'A page for browsers, where each call can be tried out. All of its files come from this service.',
    parameters: [reference('parameters', 'X-Request-Id')],
    responses: {
      200: {
        description: 'A page for browsers.',
        headers: headersOf(200),
        content: { 'text/html': { schema: { type: 'string' } } },
      },
      ...problemResponses(codesOfAnyRequest),
    },
  };
}

function query(name: string, schema: z.ZodType, values: Readonly<Record<string, string>>): object {
  const examples = Object.fromEntries(Object.entries(values).map(([title, value]) => [title, { value }]));
  return {
    name,
    in: 'query',
    required: true,
    description: schema.description,
    schema: unnamedSchema(schema),
    examples,
  };
}
