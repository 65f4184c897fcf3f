import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { docsFiles, docsPage, docsPolicy } from './docs-page.js';

export interface DocsRoute {
  readonly path: string;
  readonly answer: (ctx: Context) => void | Promise<void>;
}

/** GET /openapi.json, and GET /docs with the files of its page. Each is made or read at its first request. */
export function docsRoutes(): readonly DocsRoute[] {
  return [
    { path: '/openapi.json', answer: unchanging('application/json', openApiText) },
    { path: '/docs', answer: answerPage },
    ...docsFiles.map(({ name, type, read }) => ({ path: `/docs/${name}`, answer: unchanging(type, read) })),
  ];
}

/** What makes the document is loaded when somebody asks for it: the service starts sooner without. */
async function openApiText(): Promise<string> {
  const { openApiDocument } = await import('./document.js');
  return JSON.stringify(openApiDocument());
}

function answerPage(ctx: Context): void {
  ctx.set('Content-Security-Policy', docsPolicy);
  ctx.type = 'text/html';
  // `/docs` and `/docs/` are one route, but relative addresses start elsewhere.
  ctx.body = docsPage(ctx.path.endsWith('/') ? '.' : './docs');
}

type Content = string | Buffer;

/** What stays the same while this process runs: a browser keeps it, and asks each time whether it still holds. */
function unchanging(type: string, make: () => Content | Promise<Content>): DocsRoute['answer'] {
  let made: { content: Content; etag: string } | undefined;
  return async (ctx) => {
    made ??= tagged(await make());
    ctx.set({ 'Cache-Control': 'private, no-cache', ETag: made.etag });
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    ctx.type = type;
    ctx.body = made.content;
  };
}

function tagged(content: Content): { content: Content; etag: string } {
  return { content, etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"` };
}
