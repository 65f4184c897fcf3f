import type { ParsedUrlQuery } from 'node:querystring';
import type { z } from 'zod';
import type { ErrorCode } from '../../domain/error-catalogue.js';
import type { Right } from '../../domain/rights.js';
import type { RequestHeader, ResponseHeader } from './headers.js';
import { type Schemas, unnamedSchema } from './json-schemas.js';
import { codesOfAnyRequest, codesOfBodies, problemResponses } from './problem-responses.js';
import { headersOf, reference, titled } from './references.js';

/** What the document says about a call, and the operation that is made of it. */

/** A part of a query: its parameters in the document, and how their values are read. */
export interface QueryPart<Value> {
  readonly parameters: () => readonly object[];
  /** @throws ServiceError `invalid-request` */
  readonly parse: (query: ParsedUrlQuery) => Value;
}

/** A parameter in the path. */
export interface PathParameter {
  readonly name: 'id' | 'index';
  readonly description: string;
  readonly schema: z.ZodType;
  /** By their titles. */
  readonly examples?: Readonly<Record<string, string>>;
}

/** What the document says about a body. */
export interface DescribedBody {
  /** Whether it may be left out. */
  readonly isOptional?: true;
  readonly type: string;
  readonly description?: string;
  /** By their names: its schema is the last one, the others are parts of it. */
  readonly schemas: Schemas;
  /** By their titles. */
  readonly examples: Readonly<Record<string, unknown>>;
  /** Content of other types, as the document has it. */
  readonly others?: Readonly<Record<string, object>>;
}

/** The answer with one status. */
export interface Answer<Schema extends z.ZodType = z.ZodType> {
  readonly description: string;
  /** The schema of its JSON, by its name. */
  readonly json?: Readonly<Record<string, Schema>>;
  /** Examples of its JSON, by their titles. */
  readonly examples?: Readonly<Record<string, unknown>>;
  /** Content other than JSON, as the document has it. */
  readonly content?: object;
  /** Its headers besides those of all answers. */
  readonly headers?: readonly ResponseHeader[];
}

/** What the document says about a call. */
export interface DescribedCall {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** The path, with `:index` for an index, and `:id` for an id. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: 'Phones' | 'History' | 'Inventory' | 'Service' | 'Documentation';
  readonly summary: string;
  readonly description: string;
  /** The right that it needs, and for what: `change speed dials`. Everyone may read. */
  readonly right?: { readonly needed: Exclude<Right, 'look-up'>; readonly to: string };
  /** A part of the service that may be missing, and the problems of that. */
  readonly needs?: { readonly codes: readonly ErrorCode[] };
  readonly inPath?: PathParameter;
  readonly query?: Pick<QueryPart<unknown>, 'parameters'>;
  /** The request headers that it reads, besides `X-Request-Id`. */
  readonly headers?: readonly RequestHeader[];
  readonly body?: DescribedBody;
  /** By their statuses. Usually the first one is given. */
  readonly answers: Readonly<Record<number, Answer>>;
  /** Its problems besides those of all requests and those that follow from the rest of the description. */
  readonly problems?: readonly ErrorCode[];
  /** Schemas that the document names, because those of the answers contain them. */
  readonly parts?: Schemas;
}

/** @returns the operation in the document */
export function operationOf(call: DescribedCall): object {
  const { operationId, tag, summary, description, inPath, query, headers = [], body, answers } = call;
  // The inventory may answer each call that lets its caller say how old an answer may be.
  const ofKept = headers.includes('Cache-Control') ? (['Age', 'Cache-Status'] as const) : [];
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    parameters: [
      ...(inPath ? [pathParameter(inPath)] : []),
      ...(query?.parameters() ?? []),
      ...[...headers, 'X-Request-Id'].map((name) => reference('parameters', name)),
    ],
    ...(body && { requestBody: requestBody(body) }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [status, response(Number(status), answer, ofKept)]),
      ),
      ...problemResponses([...new Set(problemsOf(call))]),
    },
  };
}

/** @returns the schemas that the operation refers to by name */
export function schemasOf({ body, answers, parts }: DescribedCall): { input: Schemas; output: Schemas } {
  const output = Object.values(answers).map(({ json }) => json ?? {});
  return { input: body?.schemas ?? {}, output: Object.assign({}, parts, ...output) as Schemas };
}

function problemsOf({ method, right, needs, body, problems = [] }: DescribedCall): readonly ErrorCode[] {
  // Before a browser sends JSON to another site, it asks with OPTIONS; PUT and DELETE are refused all the same.
  const isForBrowsers =
    method === 'put' || method === 'delete' || (method === 'post' && (!body || body.isOptional === true));
  return [
    ...[...codesOfAnyRequest, ...(needs?.codes ?? [])],
    ...(right ? codesWithoutRight[right.needed] : []),
    ...(isForBrowsers ? (['cross-site'] as const) : []),
    ...[...(body ? codesOfBodies : []), ...problems],
  ];
}

const codesWithoutRight = {
  propose: ['forbidden'],
  approve: ['forbidden', 'may-only-propose'],
  change: ['forbidden', 'may-only-propose'],
} as const satisfies Record<Exclude<Right, 'look-up'>, readonly ErrorCode[]>;

function pathParameter({ name, description, schema, examples }: PathParameter): object {
  const parameter = { name, in: 'path', required: true, description, schema: unnamedSchema(schema) };
  return examples ? { ...parameter, examples: titled(examples) } : parameter;
}

function requestBody({ type, description, schemas, examples, isOptional, others }: DescribedBody): object {
  const [own = ''] = Object.keys(schemas).slice(-1);
  return {
    required: isOptional !== true,
    ...(description !== undefined && { description }),
    content: { [type]: { schema: reference('schemas', own), examples: titled(examples) }, ...others },
  };
}

function response(
  status: number,
  { description, json, examples = {}, content, headers = [] }: Answer,
  more: readonly ResponseHeader[],
) {
  const [name] = Object.keys(json ?? {});
  const ofJson = name !== undefined && {
    content: { 'application/json': { schema: reference('schemas', name), examples: titled(examples) } },
  };
  return {
    description,
    headers: headersOf(status, ...more, ...headers),
    ...ofJson,
    ...(content && { content }),
  };
}
