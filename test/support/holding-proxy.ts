import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A proxy in front of a call manager. It holds back requests that a test names, until the test releases them. */
export interface HoldingProxy {
  readonly url: string;
  /** The received AXL operations in order, including held ones. */
  readonly operations: readonly string[];
  /**
   * Holds back each request with all of these texts. @returns a function that releases them, and lets later ones pass
   */
  hold(...texts: readonly string[]): () => void;
  close(): void;
}

/**
 * @param target the URL of the call manager
 * @param before is awaited with each request before it is passed on
 */
export async function startHoldingProxy(
  target: string,
  before: (body: string) => Promise<void> = () => Promise.resolve(),
): Promise<HoldingProxy> {
  const operations: string[] = [];
  const holds = new Set<{ readonly texts: readonly string[]; readonly gone: Promise<void> }>();
  const server = createServer((request, response) => {
    const pass = async (): Promise<void> => {
      const body = await text(request);
      operations.push(operationOf(request));
      await before(body);
      for (const { texts, gone } of [...holds]) if (texts.every((one) => body.includes(one))) await gone;
      const { authorization = '', soapaction = '' } = request.headers as Record<string, string>;
      const headers = { authorization, soapaction, 'content-type': request.headers['content-type'] ?? 'text/xml' };
      const answer = await fetch(target, { method: 'POST', headers, body });
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/xml' });
      response.end(await answer.text());
    };
    pass().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/axl/`,
    operations,
    hold: (...texts) => {
      let letGo = (): void => undefined;
      const one = { texts, gone: new Promise<void>((resolve) => (letGo = resolve)) };
      holds.add(one);
      return () => {
        holds.delete(one);
        letGo();
      };
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function operationOf({ headers }: IncomingMessage): string {
  return /(\w+)"?$/.exec(String(headers['soapaction']))?.[1] ?? '';
}
