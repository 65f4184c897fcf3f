import { constants, fstatSync, openSync, write as writeToFile } from 'node:fs';
import { isatty } from 'node:tty';
import { promisify } from 'node:util';

const standardOutput = 1;
const writeBytes = promisify(writeToFile);

/**
 * Opens standard output so that a write to it never waits.
 *
 * A pipe that nobody reads blocks whoever writes to it: the event loop, or one of the four threads that look up names,
 * read files and check passwords. So it is written to without waiting (O_NONBLOCK) and from one of those threads,
 * because a regular file knows no such mode and its disk may be slow. The mode belongs to what was opened, and other
 * processes that share our standard output may set it back. A pipe and a terminal can be opened anew, to have a mode of
 * their own; a socket cannot, nor a pipe of another user's. A regular file keeps what was opened, with its place in it.
 */
function openWithoutWaiting(): number {
  try {
    if (!fstatSync(standardOutput).isFIFO() && !isatty(standardOutput)) return sharedWithoutWaiting();
    const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;
    return openSync(`/proc/self/fd/${standardOutput}`, O_WRONLY | O_NONBLOCK | O_NOCTTY);
  } catch {
    return sharedWithoutWaiting();
  }
}

/** @returns the file descriptor itself, in that mode where it has one */
function sharedWithoutWaiting(): number {
  // Node sets the mode for pipes and sockets when process.stdout is first asked for.
  return process.stdout.fd;
}

let opened: number | undefined;

/**
 * Writes to standard output without waiting for whoever reads it.
 * @returns how many of the bytes were written; rejects with EAGAIN when the reader is behind
 */
export async function writeToStandardOutput(bytes: Uint8Array): Promise<number> {
  opened ??= openWithoutWaiting();
  return (await writeBytes(opened, bytes)).bytesWritten;
}
