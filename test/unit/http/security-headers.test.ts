import Koa from 'koa';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HttpServer } from '../../../src/http/server.js';
import type { RequestState } from '../../../src/http/middleware/request-context.js';
import { securityHeaders } from '../../../src/http/middleware/security-headers.js';

/** The HSTS header of a response. */
async function hstsOf(...given: Parameters<typeof securityHeaders>): Promise<string | null> {
  const app = new Koa<RequestState>();
  app.use(securityHeaders(...given));
  const server = await HttpServer.listen(app, { host: '127.0.0.1', port: 0, tls: undefined });
  onTestFinished(async () => {
    await server.stop(0);
  });
  return (await fetch(server.url)).headers.get('strict-transport-security');
}

describe('browsers', () => {
  it('are told to use only https for a number of seconds, if that is configured', async () => {
    expect(await hstsOf({ hstsMaxAgeS: 31_536_000 })).toBe('max-age=31536000');
    expect([await hstsOf({ hstsMaxAgeS: 0 }), await hstsOf()]).toEqual([null, null]);
  });
});
