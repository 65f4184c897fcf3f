import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { docsFiles, docsPage, docsPolicy } from '../openapi/docs-page.js';
import { call } from './call.js';
import type { Route } from './route.js';

/**
 * GET /openapi.json, and GET /docs with the files of its page. Each response is made, or read from its file, at its
 * first request.
 * @param all every route of the interface, for the document
 */
export function documentation(all: () => readonly Route[]): readonly Route[] {
  return [
    call({
      method: 'get',
      path: '/openapi.json',
      operationId: 'readOpenApiDocument',
      tag: 'Documentation',
      summary: 'This document',
      description: 'For programs: to generate a client, or to check responses.',
      answers: {
        200: {
          description: 'An OpenAPI 3.1 document.',
          content: { 'application/json': { schema: { type: 'object' } } },
          headers: ['ETag'],
        },
        304: { description: '`If-None-Match` names the current one.', headers: ['ETag'] },
      },
      respond: unchanging('application/json', () => openApiText(all())),
    }),
    call({
      method: 'get',
      path: '/docs',
      operationId: 'readDocumentation',
      tag: 'Documentation',
      summary: 'This document as a page to read and to try',
      description: 'For browsers. All files of the page come from this service.',
      answers: { 200: { description: 'The page.', content: { 'text/html': { schema: { type: 'string' } } } } },
      respond: respondWithPage,
    }),
    ...docsFiles.map(({ name, type, read }) => fileOf(name, unchanging(type, read))),
  ];
}

type Handler = (ctx: Context) => Promise<undefined>;

/** A file is not in the document. */
function fileOf(name: string, handler: Handler): Route {
  return { method: 'get', path: `/docs/${name}`, call: undefined, handlers: () => [handler], described: undefined };
}

/** The document's module is loaded only if someone requests the document, so the service starts faster. */
async function openApiText(all: readonly Route[]): Promise<string> {
  const { openApiDocument } = await import('../openapi/document.js');
  return JSON.stringify(openApiDocument(all));
}

function respondWithPage(ctx: Context): undefined {
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
      return undefined;
    }
    ctx.type = type;
    ctx.body = content;
    return undefined;
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
