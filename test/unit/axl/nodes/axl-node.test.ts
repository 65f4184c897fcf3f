import type http from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Health } from '../../../../src/axl/nodes/circuit-breaker.js';
import { AxlNode } from '../../../../src/axl/nodes/axl-node.js';
import { Credentials } from '../../../../src/axl/nodes/credentials.js';
import { loadBuiltInEnvelopes } from '../../../../src/axl/soap/envelope.js';
import { observing } from '../../../support/app.js';
import { callContext } from '../../../support/call-context.js';
import { nodeThat, serverThatSays } from '../../../support/transport.js';

const envelopes = await loadBuiltInEnvelopes('14.0');
const phone = { name: 'SEP00123456789A' };
const [read, write] = [envelopes.render('listPhone', phone), envelopes.render('applyPhone', phone)];

/** A good response with additional headers. */
function responseTo(operation: string, headers: Record<string, string> = {}): http.RequestListener {
  return (_request, response) => {
    const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
    response.writeHead(200, { 'Content-Type': 'text/xml', ...headers });
    response.end(
      `<s:Envelope xmlns:s="${soap}"><s:Body><n:${operation}Response xmlns:n="n"><return>well</return>` +
        `</n:${operation}Response></s:Body></s:Envelope>`,
    );
  };
}

async function axlNode(answer: http.RequestListener, refusesSimulator = false) {
  const { url, asked, server } = await nodeThat(answer);
  return { ...nodeAt(url, refusesSimulator), asked, server };
}

function nodeAt(url: URL, refusesSimulator = false) {
  const { observe, seen } = observing();
  const options = { url, connections: 2, timeoutMs: 10_000, caFile: undefined, insecure: false };
  const credentials = new Credentials('axl', 'secret', 60_000);
  const node = new AxlNode(options, credentials, read, refusesSimulator, observe);
  onTestFinished(() => node.close());
  const calls = () => seen.flatMap((one) => (one.kind === 'axl-call' ? [one] : []));
  return { node, calls, seen, host: url.host };
}

describe('an exchange with a node', () => {
  it('returns the result, and is observed and counted', async () => {
    const { node, calls, host } = await axlNode(responseTo('listPhone'));
    const context = callContext();
    expect((await node.exchange('read', read, context)).text).toBe('well');
    expect(node.name).toBe(host);
    const { requestId, tally } = context;
    expect(calls()).toMatchObject([{ requestId, operation: 'listPhone', node: host, outcome: 'ok' }]);
    expect(tally).toMatchObject({ axlCalls: 1, axlMs: calls()[0]?.durationMs, sends: {} });
    expect(tally.axlMs).toBeLessThan(performance.now());
    await node.exchange('read', read, context);
    expect(tally.axlCalls).toBe(2);
  });

  it('that is a write is counted each time it is sent', async () => {
    const statuses = [401, 200];
    const cookie = { 'Set-Cookie': 'JSESSIONIDSSO=A1' };
    const { node, asked } = await axlNode((request, response) => {
      if (request.headers.cookie === undefined) responseTo('applyPhone', cookie)(request, response);
      else response.writeHead(statuses.shift() ?? 200).end();
    });
    const context = callContext();
    await node.exchange('write', write, context);
    expect(context.tally.sends).toEqual({ applyPhone: 1 });
    await node.exchange('write', write, context);
    expect(context.tally.sends).toEqual({ applyPhone: 3 });
    expect(asked).toHaveLength(3);
  });

  it.each([
    ['refused', true, { 'X-AXL-Simulator': '1' }, 'axl-service-unavailable'],
    ['taken where it is allowed', false, { 'X-AXL-Simulator': '1' }, 'ok'],
    ['not seen where there is none', true, {}, 'ok'],
  ])('with a simulator is %s', async (_what, refuses, headers, outcome) => {
    const { node, calls } = await axlNode(responseTo('listPhone', headers), refuses);
    const result = await node.exchange('read', read, callContext()).catch((thrown: unknown) => thrown);
    expect(calls()).toMatchObject([{ outcome }]);
    if (outcome !== 'ok') expect(result).toMatchObject({ facts: { effect: 'refused', cause: 'simulator' } });
  });

  it('that nobody waits for is abandoned; another failure is observed by its code', async () => {
    const { node, calls } = await axlNode((_request, response) => response.writeHead(503).end());
    await expect(node.exchange('read', read, callContext())).rejects.toMatchObject({ code: 'call-manager-busy' });
    const gone = callContext(1_000, AbortSignal.abort());
    await expect(node.exchange('read', read, gone)).rejects.toMatchObject({ code: 'call-manager-timeout' });
    expect(calls()).toMatchObject([{ outcome: 'call-manager-busy' }, { outcome: 'abandoned' }]);
  });

  it('is not made if the credentials are known to be refused', async () => {
    const { node, calls, seen, asked } = await axlNode((_request, response) => response.writeHead(401).end());
    const code = 'call-manager-refused-credentials';
    await expect(node.exchange('read', read, callContext())).rejects.toMatchObject({ code });
    await expect(node.exchange('read', read, callContext())).rejects.toMatchObject({ code });
    expect(asked).toHaveLength(1);
    expect(calls()).toMatchObject([{ outcome: code }]);
    expect(seen.find(({ kind }) => kind === 'credentials-refused')).toMatchObject({ pauseMs: 60_000 });
  });

  it('is no longer possible after the node is closed', async () => {
    const { node, asked } = await axlNode(responseTo('listPhone'));
    await node.close();
    await expect(node.exchange('read', read, callContext())).rejects.toMatchObject({ facts: { effect: 'none' } });
    expect(asked).toEqual([]);
  });
});

describe('the health of a node', () => {
  const signal = new AbortController().signal;
  const fault = (axlcode: number): string =>
    `<s:Envelope xmlns:s="s"><s:Body><s:Fault><detail><axlError><axlcode>${axlcode}</axlcode></axlError></detail>` +
    '</s:Fault></s:Body></s:Envelope>';

  it('is asked for without credentials: AXL refuses that', async () => {
    const headers: (string | undefined)[] = [];
    const { node, asked } = await axlNode((request, response) => {
      headers.push(request.headers.authorization ?? request.headers.cookie);
      response.writeHead(401).end();
    });
    expect(await node.health(signal)).toBe('serves');
    expect(headers).toEqual([undefined]);
    expect(asked[0]).toContain('listPhone');
  });

  it.each<[status: number, body: string, health: Health]>([
    [200, '<html>Log in</html>', 'astray'],
    [500, '<html>Internal Server Error</html>', 'astray'],
    [500, '', 'astray'],
    [502, '', 'astray'],
    [504, '', 'astray'],
    [302, '', 'astray'],
    [400, '<html>', 'astray'],
    [500, fault(-908), 'astray'],
    [500, fault(908), 'astray'],
    [500, fault(-107), 'serves'],
    [500, fault(5007), 'serves'],
    [200, '<s:Envelope xmlns:s="s"><s:Body/></s:Envelope>', 'serves'],
    [599, '', 'serves'],
    [403, '', 'serves'],
    [404, '', 'busy'],
    [503, '', 'busy'],
  ])('after an answer %i %s is %s', async (status, body, health) => {
    const { node } = await axlNode((_request, response) => response.writeHead(status).end(body));
    expect(await node.health(signal)).toBe(health);
  });

  it('is bad if it speaks another protocol, and a request to it has an invalid answer', async () => {
    const { node, calls } = nodeAt(await serverThatSays('SSH-2.0-OpenSSH_9.6\r\n', 'end'));
    expect(await node.health(signal)).toBe('astray');
    const code = 'call-manager-answer-invalid';
    await expect(node.exchange('write', write, callContext())).rejects.toMatchObject({
      code,
      facts: { effect: 'unknown' },
    });
    expect(calls()).toMatchObject([{ outcome: code, cause: 'not HTTP' }]);
  });

  it('is silence if it closes the connection', async () => {
    const { node } = await axlNode((request) => request.socket.destroy());
    expect(await node.health(signal)).toBe('silent');
  });
});
