import { spawn } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../support/free-port.js';
import { lacks } from '../support/programs.js';
import { root } from '../support/project.js';

/** The names of the instances in compose.yaml, which HAProxy asks a DNS server for. */

/** Answers each question for a name's IPv4 address. @returns its port */
async function answerNames(addresses: Readonly<Record<string, string>>): Promise<number> {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    socket.send(answerTo(question, addresses), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => {
    socket.close();
  });
  return portOf(socket);
}

function answerTo(question: Buffer, addresses: Readonly<Record<string, string>>): Buffer {
  // After a header of 12 bytes the name, each part after its length; then its type and class.
  const length = question.readUInt8(12);
  const name = question.toString('latin1', 13, 13 + length);
  const end = question.indexOf(0, 12) + 5;
  const address = question.readUInt16BE(end - 4) === 1 ? addresses[name] : undefined;
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(0x8580, 2);
  head.writeUInt16BE(address === undefined ? 0 : 1, 6);
  head.writeUInt32BE(0, 8);
  // The name of the question, of type A and class IN, valid for a second.
  const record = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...(address ?? '').split('.').map(Number)];
  const records = address === undefined ? [] : [Buffer.from(record)];
  return Buffer.concat([head, question.subarray(12, end), ...records]);
}

const portOf = (server: Socket): number => server.address().port;

/** An instance, as HAProxy sees it. */
async function listen(name: string, host: string, port: number): Promise<Server> {
  const server = createServer((_, response) => response.end(name)).listen(port, host);
  await once(server, 'listening');
  onTestFinished(() => {
    stop(server);
  });
  return server;
}

function stop(server: Server): void {
  server.closeAllConnections();
  server.close();
}

it.skipIf(lacks('haproxy'))(
  'an instance that comes back at another address is found there',
  async () => {
    const [callers, port] = [await freePort(), await freePort()];
    const addresses: Record<string, string> = { one: '127.0.0.2', two: '127.0.0.9' };
    const names = await answerNames(addresses);
    const instead: Readonly<Record<string, string>> = {
      '\n  bind :8080\n': `\n  bind 127.0.0.1:${callers}\n`,
      'check port 9464': `check port ${port}`,
      'server one one:8080': `server one one:${port}`,
      'server two two:8080': `server two two:${port}`,
      'parse-resolv-conf': `nameserver this 127.0.0.1:${names}`,
    };
    let file = readFileSync(`${root}deploy/compose/haproxy.cfg`, 'utf8');
    for (const [text, other] of Object.entries(instead)) {
      expect(file).toContain(text);
      file = file.replace(text, other);
    }
    const folder = mkdtempSync(path.join(tmpdir(), 'haproxy-names-'));
    writeFileSync(path.join(folder, 'haproxy.cfg'), file);
    const first = await listen('first', '127.0.0.2', port);
    const haproxy = spawn('haproxy', ['-db', '-f', path.join(folder, 'haproxy.cfg')], { stdio: 'ignore' });
    const exit = once(haproxy, 'exit');
    onTestFinished(async () => {
      haproxy.kill();
      await exit;
      rmSync(folder, { recursive: true });
    });
    const shown = (): Promise<string> =>
      fetch(`http://127.0.0.1:${callers}/status`).then(
        (answer) => answer.text(),
        () => 'nobody',
      );
    await expect.poll(shown, { timeout: 30_000, interval: 200 }).toBe('first');
    stop(first);
    await listen('again', '127.0.0.3', port);
    addresses['one'] = '127.0.0.3';
    await expect.poll(shown, { timeout: 30_000, interval: 200 }).toBe('again');
  },
  90_000,
);
