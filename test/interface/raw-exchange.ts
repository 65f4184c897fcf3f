import net from 'node:net';

export const caller = { name: 'caller', password: 'correct horse' } as const;

/** The placeholders in written requests. */
const placeholders: readonly (readonly [placeholder: string, value: string])[] = [
  ['{authorization}', basic(caller.password)],
  ['{wrong-authorization}', basic('wrong')],
  // A body, header or number that is too large is written by its length.
  ['{1100000 spaces}', ' '.repeat(1_100_000)],
  ['{20000 letters}', 'x'.repeat(20_000)],
  ['{256 digits}', '1'.repeat(256)],
];

/** @param guess the number of a wrong password, each for a different user */
export function wrongLogin(guess: number): string {
  return `GET /phone?dirn=1 HTTP/1.1\nHost: {host}\nAuthorization: Basic ${btoa(`nobody${guess}:x`)}\nConnection: close\n\n`;
}

function basic(password: string): string {
  return `Basic ${Buffer.from(`${caller.name}:${password}`, 'utf8').toString('base64')}`;
}

/**
 * Sends a request over its own socket, byte by byte as written, and reads until the service closes.
 * @param request with placeholders, and with line feeds as line ends of its head
 * @returns the whole answer as it came
 */
export async function sendRaw(port: number, request: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  // Bytes that were read before a reset count.
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(bytesOf(request, port));
  await closed;
  return Buffer.concat(chunks).toString('utf8');
}

function bytesOf(request: string, port: number): string {
  const lines = request.replaceAll('\n', '\r\n').replaceAll('{host}', `127.0.0.1:${port}`);
  return placeholders.reduce((text, [placeholder, value]) => text.replaceAll(placeholder, value), lines);
}

const date = /^Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/gm;
const madeRequestId = /^X-Request-Id: ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/gm;

/**
 * An exchange in the form of its fixture: the carriage return before each line feed is left out (any other one is
 * shown), and values that differ each time are placeholders.
 * @param jitters headers whose value is random or depends on the clock
 */
export function shownExchange(request: string, response: string, jitters: readonly string[] = []): string {
  const lines = response.replace(/(?<!\r)\n/g, '{bare line feed}\n').replaceAll('\r\n', '\n');
  const madeIds = [...lines.matchAll(madeRequestId)].map(([, id]) => id ?? '');
  const withoutIds = madeIds.reduce((text, id) => text.replaceAll(id, '{request-id}'), lines);
  const withoutChance = jitters.reduce(
    (text, name) => text.replace(new RegExp(`^${name}: [1-9]\\d*$`, 'gm'), `${name}: {seconds}`),
    withoutIds.replace(date, 'Date: {date}'),
  );
  const shown = withoutChance.replaceAll('\r', '{bare carriage return}');
  return `--- request\n${request}\n--- response\n${shown}\n`;
}
