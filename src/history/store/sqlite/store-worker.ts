import { parentPort, workerData } from 'node:worker_threads';
import { HistoryUnusable } from '../history-problems.js';
import { ChangeFile } from './change-file.js';
import { loadDriver } from './driver.js';
import type { FileAnswer, FileCall, FileCalls } from './file-calls.js';
import { carryOut, failed } from './thread-call.js';

/** The thread that has the file of the history. It handles one message after another, and waits for the disk. */

const answer = (...answers: readonly FileAnswer[]): void => {
  parentPort?.postMessage(answers);
};

function serve(file: ChangeFile): void {
  parentPort?.on('message', (calls: readonly FileCall[]) => {
    answer(...answersTo(file, calls));
    if (calls.some(({ method }) => method === 'close')) parentPort?.close();
  });
}

/**
 * Carries out several calls with one wait for the disk. If one fails, each is done by itself, so that it does not
 * affect the others.
 */
function answersTo(file: ChangeFile, calls: readonly FileCall[]): FileAnswer[] {
  if (calls.length > 1) {
    try {
      return file.atOnce(() => calls.map((call) => ({ ok: carryOut<FileCalls>(file, call) })));
    } catch {
      // Nothing of the transaction was stored.
    }
  }
  return calls.map((call) => {
    try {
      return { ok: carryOut<FileCalls>(file, call) };
    } catch (thrown) {
      return failed(thrown);
    }
  });
}

try {
  const file = new ChangeFile(workerData as string, await loadDriver());
  serve(file);
  answer({ ok: file.lastSequence() });
} catch (thrown) {
  answer(thrown instanceof HistoryUnusable ? { unusable: thrown.problem } : failed(thrown));
}
