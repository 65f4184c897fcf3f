import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { docsFiles, docsPage, docsPolicy } from '../openapi/docs-page.js';
import { headersOf, requestIdReference } from '../openapi/operation-parts.js';
import { codesOfAnyRequest, problemResponses } from '../openapi/problem-responses.js';
import type { Route } from './route.js';

/**
 * GET /openapi.json, and GET /docs with the files of its page. Each response is made, or read from its file, at its
 * first request.
 * @param all every route of the interface, for the document
 */
export function documentation(all: () => readonly Route[]): readonly Route[] {
  return [
    get(
      '/openapi.json',
      unchanging('application/json', () => openApiText(all())),
      openApiOperation,
    ),
    get('/docs', respondWithPage, docsOperation),
    ...docsFiles.map(({ name, type, read }) => get(`/docs/${name}`, unchanging(type, read))),
  ];
}

type Handler = (ctx: Context) => void | Promise<void>;

function get(path: string, handler: Handler, operation?: Route['operation']): Route {
  return { method: 'get', path, call: undefined, handlers: () => [handler], operation };
}

/** The document's module is loaded only if someone requests the document, so the service starts faster. */
async function openApiText(all: readonly Route[]): Promise<string> {
  const { openApiDocument } = await import('../openapi/document.js');
  return JSON.stringify(openApiDocument(all));
}

function respondWithPage(ctx: Context): void {
  ctx.set('Content-Security-Policy', docsPolicy);
  ctx.type = 'text/html';
  // `/docs` and `/docs/` are one route, but they need different relative addresses.
  ctx.body = docsPage(ctx.path.endsWith('/') ? '.' : './docs');
}

type Content = string | Buffer;

/**
 * A response that stays the same while this process runs. Browsers cache it, and ask each time whether it is still
 * valid.
 */
function unchanging(type: string, make: () => Content | Promise<Content>): Handler {
  let made: Promise<Tagged> | undefined;
  /** Callers who come while the response is being made wait for it. After a failure, the next caller makes it again. */
  const once = (): Promise<Tagged> =>
    (made ??= tagged(make).catch((thrown: unknown) => {
      made = undefined;
      throw thrown;
    }));
  return async (ctx) => {
    const { content, etag } = await once();
    ctx.set({ 'Cache-Control': 'private, no-cache', ETag: etag });
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    ctx.type = type;
    ctx.body = content;
  };
}

interface Tagged {
  readonly content: Content;
  readonly etag: string;
}

async function tagged(make: () => Content | Promise<Content>): Promise<Tagged> {
  const content = await make();
  return { content, etag: `"${createHash('sha256').update(content).digest('base64url')}"` };
}

function openApiOperation(): object {
  return {
    operationId: 'readOpenApiDocument',
    tags: ['Documentation'],
    summary: 'This document',
    description: 'For programs: to generate a client, or to check responses.',
    parameters: [requestIdReference],
    responses: {
      200: {
        description: 'An OpenAPI 3.1 document.',
        headers: headersOf(200, 'ETag'),
        content: { 'application/json': { schema: { type: 'object' } } },
      },
      304: {
        description: '`If-None-Match` names the current one.',
        headers: headersOf(304, 'ETag'),
      },
      ...problemResponses(codesOfAnyRequest),
    },
  };
}

function docsOperation(): object {
  return {
    operationId: 'readDocumentation',
    tags: ['Documentation'],
    summary: 'This document as a page to read and to try',
    description: 'For browsers. All files of the page come from this service.',
    parameters: [requestIdReference],
    responses: {
      200: {
        description: 'The page.',
        headers: headersOf(200),
        content: { 'text/html': { schema: { type: 'string' } } },
      },
      ...problemResponses(codesOfAnyRequest),
    },
  };
}
