import { closeSync, constants, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { shown } from '../output/shown.js';
import { Stop } from '../stop.js';

/** A journal that only this process uses, until the lock is released or the process ends in any way. */
export interface JournalLock {
  /** Releases the lock. Calling it again does nothing. */
  release(): Promise<void>;
}

/** @returns undefined if another process has the lock */
type Take = (file: string, id: string) => Promise<JournalLock | undefined>;

/** The lock of each system that disappears with its process; BSD systems can lock files. */
const takes: Readonly<Partial<Record<NodeJS.Platform, Take>>> = {
  // A socket with an abstract name, which needs no file.
  linux: (_, id) => listening(`\0axl-phone-proxy-${id}`),
  android: (_, id) => listening(`\0axl-phone-proxy-${id}`),
  win32: (_, id) => listening(`\\\\.\\pipe\\axl-phone-proxy-${id}`),
};

/**
 * Locks a journal for this process, on this machine.
 * @param file an existing file
 * @param id the journal's id, from its head, so that only a process that may read the journal knows it
 * @throws Stop if another process has the lock
 */
export async function lockJournal(file: string, id: string): Promise<JournalLock> {
  const lock = await (takes[process.platform] ?? openedAlone)(file, id);
  if (lock) {
    let released: Promise<void> | undefined;
    return { release: () => (released ??= lock.release()) };
  }
  throw new Stop(`${shown(file)} is in use: another process carries out its run or a rollback of it`);
}

/** Listens at a socket of this name. */
function listening(name: string): Promise<JournalLock | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((connection) => connection.destroy());
    server.once('error', (thrown: NodeJS.ErrnoException) => {
      if (thrown.code === 'EADDRINUSE') resolve(undefined);
      else reject(notTaken(thrown));
    });
    server.listen(name, () => {
      server.unref();
      resolve({
        release: () =>
          new Promise((released) => {
            server.close(() => {
              released();
            });
          }),
      });
    });
  });
}

/** O_EXLOCK of macOS and the BSDs: opens a file and locks it in one step, for as long as it is open. */
const exclusively = 0x20;

function openedAlone(file: string): Promise<JournalLock | undefined> {
  try {
    // Use a file descriptor: a FileHandle would be closed as soon as nothing refers to it.
    const opened = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | exclusively);
    return Promise.resolve({
      release: () => {
        closeSync(opened);
        return Promise.resolve();
      },
    });
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EAGAIN') return Promise.resolve(undefined);
    throw notTaken(thrown);
  }
}

function notTaken(thrown: unknown): Stop {
  return new Stop(`the journal cannot be locked (${(thrown as NodeJS.ErrnoException).code ?? 'unknown'})`);
}
