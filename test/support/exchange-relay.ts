import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request and its response, without secrets and without parts that change from run to run. */
export interface Exchange {
  readonly operation: string;
  readonly soapAction: string;
  readonly request: string;
  readonly status: number;
  readonly contentType: string;
  /** The body of the response, which is not always text. */
  readonly response: Buffer;
}

/**
 * Forwards requests with node:http, which nock can intercept; it cannot intercept the connections of undici's Pool.
 * @param target the address of AXL, which may be fictitious
 * @param passed is called with each exchange
 */
export async function startRelay(target: string, passed: (exchange: Exchange) => void = () => undefined) {
  const server = http.createServer((request, response) => {
    void relay(request, response);
  });
  async function relay(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const asked = (await bytesOf(request)).toString('utf8');
    const { authorization, 'content-type': type, soapaction } = request.headers;
    const soapAction = String(soapaction);
    const onward = http.request(target, {
      method: 'POST',
      headers: {
        soapaction: soapAction,
        'content-type': type,
        'content-length': Buffer.byteLength(asked),
        ...(authorization !== undefined && { authorization }),
      },
    });
    onward.end(asked);
    const [answer] = (await once(onward, 'response')) as [http.IncomingMessage];
    const body = await bytesOf(answer);
    const status = answer.statusCode ?? 0;
    const contentType = answer.headers['content-type'] ?? '';
    const operation = / (\w+)"$/.exec(soapAction)?.[1] ?? '';
    passed({ operation, soapAction, request: asked, status, contentType, response: body });
    response.writeHead(status, { 'content-type': contentType }).end(body);
  }
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/axl/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
