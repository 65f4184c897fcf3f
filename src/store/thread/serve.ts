import { parentPort } from 'node:worker_threads';
import { type Answer, type Answers, type Call, type Calls, carryOut, failed } from './calls.js';

/** What a thread does with its file. */
export interface Served<Port> {
  readonly port: Port;
  /** Does some work completely or not at all, with one wait for the disk. Without it, no calls go together. */
  readonly atOnce?: (work: () => Promise<Answer[]>) => Promise<Answer[]>;
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
      last = last.then(work);
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
  const answers = async (answer: (call: Call<Port>) => Promise<Answer>): Promise<Answer[]> => {
    const list: Answer[] = [];
    for (const call of calls) list.push(await answer(call));
    return list;
  };
  const carriedOut = async (call: Call<Port>): Promise<Answer> => ({ ok: await carryOut(port, call) });
  const each = () => answers((call) => carriedOut(call).catch(failed));
  // Nothing is stored of a transaction that fails.
  return calls.length > 1 && atOnce ? atOnce(() => answers(carriedOut)).catch(each) : each();
}
