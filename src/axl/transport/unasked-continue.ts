import type { Socket } from 'node:net';

/** The status of a response begins at its tenth byte, after `HTTP/1.1 `. */
const statusAt = 9;
const [zero, one, two] = [0x30, 0x31, 0x32];

/**
 * Makes a `100 Continue` that was not asked for an interim response like any other. undici skips 102 and 103, but closes
 * the connection after a 100, which old servers and proxies send. So a 100 becomes a 102 before undici reads it. A
 * response begins with the first bytes after a request was written, because there is one request at a time on a
 * connection.
 */
export function takeContinueAsInterim(socket: Socket): void {
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
  const read = socket.read.bind(socket);
  let isAtStart = false;
  socket.write = (...given: unknown[]): boolean => {
    isAtStart = true;
    return write(...given);
  };
  socket.read = (size?: number): unknown => {
    const chunk: unknown = read(size);
    if (isAtStart && chunk instanceof Uint8Array) isAtStart = renameContinues(chunk);
    return chunk;
  };
}

/** @returns whether the response itself begins with the next bytes, because these were only interim responses */
function renameContinues(bytes: Uint8Array): boolean {
  const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (isInterim(chunk, at)) {
    const [tens, ones] = [at + statusAt + 1, at + statusAt + 2];
    if (chunk[tens] === zero && chunk[ones] === zero) chunk[ones] = two;
    const end = chunk.indexOf('\r\n\r\n', at);
    if (end < 0) return true;
    at = end + 4;
  }
  return at === chunk.byteLength;
}

function isInterim(chunk: Buffer, at: number): boolean {
  // Most responses have a status that begins with another digit, so their text is not made.
  return chunk[at + statusAt] === one && chunk.toString('latin1', at, at + statusAt) === 'HTTP/1.1 ';
}
