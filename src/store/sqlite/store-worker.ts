import { workerData } from 'node:worker_threads';
import { serve } from '../thread/serve.js';
import { loadDriver } from './driver.js';
import { openFile, type FileToOpen } from './open-file.js';
import { SqliteFile } from './sqlite-file.js';

/** The thread that has a SQLite file. It handles one message after another, and waits for the disk. */

await serve<SqliteFile>(async () => {
  const toOpen = workerData as FileToOpen;
  const port = new SqliteFile(toOpen.path, await openFile(toOpen, await loadDriver()));
  return {
    port,
    atOnce: (work) => port.transaction(work),
    close: () => {
      port.close();
    },
  };
});
