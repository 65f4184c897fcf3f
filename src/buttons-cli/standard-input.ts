import { readSync } from 'node:fs';

/** How long it waits for a writer that has sent nothing yet, in milliseconds. */
const waitMs = 10;

/**
 * Reads standard input to its end, regardless of how long the writer takes. Node has made the pipe non-blocking.
 * @throws the system's error
 */
export function readStandardInput(): Buffer {
  const chunks: Buffer[] = [];
  const chunk = Buffer.alloc(65_536);
  for (;;) {
    const read = readNow(chunk);
    if (read === 0) return Buffer.concat(chunks);
    if (read === undefined) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
    else chunks.push(Buffer.from(chunk.subarray(0, read)));
  }
}

/** @returns how many bytes were read; 0 at the end; undefined if there are none yet */
function readNow(chunk: Buffer): number | undefined {
  try {
    return readSync(process.stdin.fd, chunk);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === 'EAGAIN') return undefined;
    // A closed pipe on Windows.
    if (code === 'EOF') return 0;
    throw thrown;
  }
}
