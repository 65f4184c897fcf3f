import { parentPort, workerData } from 'node:worker_threads';
import { HistoryUnusable } from '../history-problems.js';
import { ChangeFile } from './change-file.js';
import { loadDriver } from './driver.js';
import type { Answer, Task } from './thread-messages.js';

/** The thread that has the file of the history: it does what one message asks for, then the next, and waits for the disk. */

const answer = (...answers: readonly Answer[]): void => {
  parentPort?.postMessage(answers);
};

function serve(file: ChangeFile): void {
  parentPort?.on('message', (tasks: readonly Task[]) => {
    answer(...answersTo(file, tasks));
    if (tasks.some(({ task }) => task === 'close')) parentPort?.close();
  });
}

/** Does tasks with one wait for the disk. Where one fails, each is done by itself, so that it harms no other. */
function answersTo(file: ChangeFile, tasks: readonly Task[]): Answer[] {
  if (tasks.length > 1) {
    try {
      return file.atOnce(() => tasks.map((task) => ({ ok: run(file, task) })));
    } catch {
      // Nothing of it was kept.
    }
  }
  return tasks.map((task) => {
    try {
      return { ok: run(file, task) };
    } catch (thrown) {
      return failed(thrown);
    }
  });
}

function failed(thrown: unknown): Answer {
  return { failed: (thrown as { readonly code?: string }).code ?? 'unknown' };
}

function run(file: ChangeFile, task: Task): unknown {
  switch (task.task) {
    case 'begin':
      file.begin(task);
      return undefined;
    case 'keep-seen':
      file.keepSeen(task);
      return undefined;
    case 'settle':
      file.settle(task.sequence, task.outcome, task.uuid);
      return undefined;
    case 'keep-found':
      file.keepFound(task.sequence, task.list, task.time);
      return undefined;
    case 'retract':
      file.retract(task.sequence);
      return undefined;
    case 'look-up':
    case 'search':
      return file.select(task.text, task.values);
    case 'transact':
      return file.transact(task.steps);
    case 'dismiss':
      file.dismiss(task.values);
      return undefined;
    case 'take-dismissal-back':
      return file.takeDismissalBack(task.id);
    case 'note-clock':
      file.noteClock(task.time);
      return undefined;
    case 'begin-run':
      return file.beginRun(task.values);
    case 'delete-runs':
      return file.deleteEmptyRuns(task.time, task.most);
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
  answer(thrown instanceof HistoryUnusable ? { unusable: thrown.problem } : failed(thrown));
}
