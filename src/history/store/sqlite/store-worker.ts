import { parentPort, workerData } from 'node:worker_threads';
import { HistoryUnusable } from '../history-problems.js';
import { ChangeFile } from './change-file.js';
import { loadDriver } from './driver.js';
import type { Answer, Task } from './thread-messages.js';

/** The thread that has the file of the history: it does one task after another, and waits for the disk. */

const answer = (message: Answer): void => {
  parentPort?.postMessage(message);
};

function serve(file: ChangeFile): void {
  parentPort?.on('message', (task: Task) => {
    try {
      answer({ ok: run(file, task) });
    } catch (thrown) {
      answer({ failed: (thrown as { readonly code?: string }).code ?? 'unknown' });
    }
    if (task.task === 'close') parentPort?.close();
  });
}

function run(file: ChangeFile, task: Task): unknown {
  switch (task.task) {
    case 'begin':
      file.begin(task.sequence, task.time, task.values, task.numbers);
      return undefined;
    case 'settle':
      file.settle(task.sequence, task.outcome);
      return undefined;
    case 'retract':
      file.retract(task.sequence);
      return undefined;
    case 'select':
      return file.select(task.from, task.values);
    case 'delete':
      return file.deleteOlderThan(task.time, task.most);
    case 'settle-abandoned':
      return file.settleAbandoned(task.upTo);
    case 'close':
      file.close();
      return undefined;
  }
}

try {
  const file = new ChangeFile(workerData as string, await loadDriver());
  serve(file);
  answer({ ok: file.lastSequence() });
} catch (thrown) {
  if (thrown instanceof HistoryUnusable) answer({ unusable: thrown.problem });
  else answer({ failed: (thrown as { readonly code?: string }).code ?? 'unknown' });
}
