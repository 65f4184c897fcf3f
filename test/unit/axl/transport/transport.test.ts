import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type http from 'node:http';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { authority, certificateFor } from '../../../support/certificates.js';
import { temporaryFolder } from '../../../support/files.js';
import { nodeThat, sendOnce, serverThatSays, text, transportTo, until } from '../../../support/transport.js';

describe('an attempt', () => {
  it('is one POST with the given content, and returns the whole response', async () => {
    const { asked, url } = await nodeThat((request, response) => {
      void (async () => {
        let body = '';
        for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
        response.writeHead(500, { 'Set-Cookie': ['a=1', 'b=2'], 'X-Type': request.headers['content-type'] ?? '' });
        response.write(`${String(request.headers.cookie)} `);
        setImmediate(() => response.end(body));
      })();
    });
    const response = await sendOnce(transportTo(url));
    expect(asked).toEqual(['POST /axl/?x=1 "do"']);
    expect(text(response)).toBe('a=b <x/>');
    expect(response).toMatchObject({ status: 500, cut: false });
    expect(response.cookies()).toEqual(['a=1', 'b=2']);
    expect(response.header('set-cookie')).toBe('a=1');
    expect(response.header('x-type')).toBe('text/xml; charset=utf-8');
    expect(response.header('retry-after')).toBeUndefined();
  });

  it('returns no cookies if there were none, and one if there was one', async () => {
    const answers = [{}, { 'Set-Cookie': 'a=1' }];
    const { url } = await nodeThat((_request, response) => response.writeHead(200, answers.shift()).end());
    const transport = transportTo(url);
    expect((await sendOnce(transport)).cookies()).toEqual([]);
    expect((await sendOnce(transport)).cookies()).toEqual(['a=1']);
  });

  it('does not accept an informational response as the response', async () => {
    const { url } = await nodeThat((_request, response) => {
      response.writeEarlyHints({ link: '</x>; rel=preload' });
      response.writeHead(200).end('response');
    });
    const response = await sendOnce(transportTo(url));
    expect([response.status, text(response)]).toEqual([200, 'response']);
  });

  const going = 'HTTP/1.1 100 Continue\r\n\r\n';
  it.each([
    ['one', going],
    ['one with a header', 'HTTP/1.1 100 x\r\nDate: now\r\n\r\n'],
    ['several, and a 103', `${going}${going}HTTP/1.1 103 Early Hints\r\n\r\n${going}`],
  ])('skips a 100 that it did not ask for: %s', async (_what, before) => {
    const url = await serverThatSays(`${before}HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nresponse`, 'write');
    const response = await sendOnce(transportTo(url));
    expect([response.status, text(response)]).toEqual([200, 'response']);
  });

  it.each(['http', 'https'])('skips a 100 before each response of a connection: %s', async (protocol) => {
    const tls = protocol === 'https' ? await certificateFor(['127.0.0.1']) : undefined;
    const { url } = await nodeThat((_request, response) => {
      response.writeContinue();
      setImmediate(() => {
        response.writeContinue();
        response.writeHead(500, { 'Content-Length': 4 + going.length }).write('<a/>');
        // A text like this in a response stays as it is.
        setTimeout(() => response.end(going), 20);
      });
    }, tls);
    const transport = transportTo(url, { connections: 1, insecure: true });
    for (let round = 0; round < 3; round += 1) {
      const response = await sendOnce(transport);
      expect([response.status, text(response)]).toEqual([500, `<a/>${going}`]);
    }
  });

  it.each([
    [200, 8 * 1024 * 1024],
    [500, 8 * 1024 * 1024],
    [503, 16_384],
  ])('reads of a %i no more than %i bytes', async (status, longest) => {
    const { url } = await nodeThat((_request, response) => {
      // The rest is not waited for.
      response.writeHead(status, { 'Content-Length': longest + 2 }).write('x'.repeat(longest + 1));
    });
    const response = await sendOnce(transportTo(url));
    expect([response.cut, response.body().byteLength]).toEqual([true, longest + 1]);
  });

  it.each([
    [200, 8 * 1024 * 1024],
    [503, 16_384],
  ])('reads of a %i all of %i bytes', async (status, longest) => {
    const { url } = await nodeThat((_request, response) => response.writeHead(status).end('x'.repeat(longest)));
    const response = await sendOnce(transportTo(url));
    expect([response.cut, response.body().byteLength]).toEqual([false, longest]);
  });

  it.each([
    ['SSH-2.0-OpenSSH_9.6\r\n', 'write'],
    ['SSH-2.0-OpenSSH_9.6\r\n', 'end'],
    ['\x15\x03\x01\x00\x02\x02\x46', 'end'],
    ['HTTP/1.1 abc\r\n\r\n', 'write'],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 'write'],
  ] as const)('with the answer %j (%s) has an invalid answer: its effect is unknown', async (words, last) => {
    const url = await serverThatSays(words, last);
    await expect(sendOnce(transportTo(url))).rejects.toMatchObject({
      code: 'call-manager-answer-invalid',
      facts: {
        effect: 'unknown',
        cause: 'not HTTP',
        detail: 'The call manager answered with something that is not HTTP.',
      },
    });
  });

  it('with less than a response is a broken connection', async () => {
    const url = await serverThatSays('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n<x', 'end');
    const facts = { effect: 'unknown', cause: 'UND_ERR_SOCKET' };
    await expect(sendOnce(transportTo(url))).rejects.toMatchObject({ code: 'call-manager-unreachable', facts });
  });

  it('that is reset may have been carried out; one without a connection was not', async () => {
    const { url, server } = await nodeThat((request) => request.socket.destroy());
    const code = 'call-manager-unreachable';
    await expect(sendOnce(transportTo(url))).rejects.toMatchObject({ code, facts: { effect: 'unknown' } });
    server.close();
    await once(server, 'close');
    const facts = { effect: 'none', cause: 'ECONNREFUSED' };
    await expect(sendOnce(transportTo(url))).rejects.toMatchObject({ code, facts });
  });
});

describe('a certificate', () => {
  it('is verified with the latest authorities, or with none if that is allowed', async () => {
    const [ours, others] = [await authority('Ours'), await authority('Others')];
    const { url } = await nodeThat(
      (_request, response) => response.end('secret'),
      await certificateFor(['127.0.0.1'], { ca: ours }),
    );
    const caFile = path.join(temporaryFolder(), 'ca.pem');
    writeFileSync(caFile, others.cert);
    const transport = transportTo(url, { caFile });
    await expect(sendOnce(transport)).rejects.toMatchObject({
      code: 'call-manager-unreachable',
      facts: { effect: 'none' },
    });
    transport.renewAuthorities(ours.cert);
    expect(text(await sendOnce(transport))).toBe('secret');
    expect(text(await sendOnce(transportTo(url, { insecure: true })))).toBe('secret');
    writeFileSync(caFile, ours.cert);
    expect(text(await sendOnce(transportTo(url, { caFile })))).toBe('secret');
  });

  it('verified again lets running requests end, unless everything is closed', async () => {
    const responses: http.ServerResponse[] = [];
    const { url } = await nodeThat((_request, response) => responses.push(response));
    const transport = transportTo(url);
    const [first, second] = [sendOnce(transport), sendOnce(transport)];
    await until(() => responses.length === 2);
    transport.renewAuthorities('');
    responses[0]?.end('first');
    responses[1]?.end('second');
    expect([text(await first), text(await second)].sort()).toEqual(['first', 'second']);
    const third = sendOnce(transport);
    await until(() => responses.length === 3);
    transport.renewAuthorities('');
    await transport.close();
    await expect(third).rejects.toMatchObject({ code: 'call-manager-unreachable', facts: { effect: 'unknown' } });
  });
});
