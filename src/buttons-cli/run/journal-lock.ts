import { closeSync, constants, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { shown } from '../output/shown.js';
import { Stop } from '../stop.js';

/** A journal that this process alone uses, until it gives it back or ends, however it ends. */
export interface JournalLock {
  /** Gives it back; once more, it does nothing. */
  release(): Promise<void>;
}

/** @returns undefined where another process has it */
type Take = (file: string, id: string) => Promise<JournalLock | undefined>;

/** How each system has a lock that it takes back itself when the process is gone; those of BSD have one of files. */
const takes: Readonly<Partial<Record<NodeJS.Platform, Take>>> = {
  // Names that need no file.
  linux: (_, id) => listening(`\0axl-phone-proxy-${id}`),
  android: (_, id) => listening(`\0axl-phone-proxy-${id}`),
  win32: (_, id) => listening(`\\\\.\\pipe\\axl-phone-proxy-${id}`),
};

/**
 * Takes a journal for this process, on this machine.
 * @param file which is there
 * @param id the journal's own, which stands in its head, so that only who may read the journal knows it
 * @throws Stop if another process has it
 */
export async function lockJournal(file: string, id: string): Promise<JournalLock> {
  const lock = await (takes[process.platform] ?? openedAlone)(file, id);
  if (lock) {
    let released: Promise<void> | undefined;
    return { release: () => (released ??= lock.release()) };
  }
  throw new Stop(`${shown(file)} is in use: another process carries out its run or a rollback of it`);
}

/** Listens under a name. */
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

/** O_EXLOCK of macOS and the BSDs: opens a file and locks it in one, for as long as it is open. */
const exclusively = 0x20;

function openedAlone(file: string): Promise<JournalLock | undefined> {
  try {
    // A number, and no FileHandle: that is closed as soon as no one holds it any more.
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
