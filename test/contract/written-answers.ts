import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WrittenAnswer } from './exchange-cases.js';

/** Answers each operation with its written answer. */
export async function startWritten(answers: Readonly<Record<string, WrittenAnswer>>) {
  /** The requested operations, in order. */
  const asked: string[] = [];
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      const operation = / (\w+)"$/.exec(String(request.headers['soapaction']))?.[1] ?? '';
      asked.push(operation);
      const notFound: WrittenAnswer = { status: 404, contentType: 'text/html', body: '' };
      const { status, contentType, body, retryAfter } = answers[operation] ?? notFound;
      if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
      response.writeHead(status, { 'content-type': contentType }).end(body);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/axl/`,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
