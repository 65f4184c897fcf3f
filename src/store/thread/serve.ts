import { parentPort } from 'node:worker_threads';
import { type Answer, type Answers, type Call, type Calls, carryOut, failed } from './calls.js';

/** What a thread does with its file. */
export interface Served<Port> {
  readonly port: Port;
  /** Does some work completely or not at all, with one wait for the disk. Without it, no calls go together. */
  readonly atOnce?: <Result>(work: () => Result) => Result;
  /**
   * Methods whose calls do not wait for others, because a caller's write waits for them. They cannot come in the middle
   * of a transaction, because a transaction has the thread for itself.
   */
  readonly urgent?: readonly (keyof Port)[];
  close(): void;
}

/** Opens a file, and carries out what the other threads ask for, one message after another. */
export async function serve<Port>(open: () => Promise<Served<Port>>): Promise<void> {
  const answer = (id: number, answers: readonly Answer[]): void => {
    parentPort?.postMessage({ id, answers } satisfies Answers);
  };
  try {
    const served = await open();
    let last: Promise<unknown> = Promise.resolve();
    parentPort?.on('message', ({ id, calls }: Calls<Port>) => {
      const work = async (): Promise<void> => {
        if (calls === 'close') {
          served.close();
          parentPort?.close();
        } else answer(id, await answersTo(served, calls));
      };
      const isUrgent = calls !== 'close' && calls.every(({ method }) => served.urgent?.includes(method) ?? false);
      if (isUrgent) void work();
      else last = last.then(work);
    });
    answer(0, [{ ok: undefined }]);
  } catch (thrown) {
    answer(0, [failed(thrown)]);
  }
}

/**
 * Carries out several calls with one wait for the disk. If one fails, each is done by itself, so that it does not
 * affect the others.
 */
async function answersTo<Port>({ port, atOnce }: Served<Port>, calls: readonly Call<Port>[]): Promise<Answer[]> {
  if (calls.length > 1 && atOnce) {
    try {
      return atOnce(() => calls.map((call) => ({ ok: carryOut(port, call) })));
    } catch {
      // Nothing of the transaction was stored.
    }
  }
  const answers: Answer[] = [];
  for (const call of calls) {
    try {
      answers.push({ ok: await carryOut(port, call) });
    } catch (thrown) {
      answers.push(failed(thrown));
    }
  }
  return answers;
}
