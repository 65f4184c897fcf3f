import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { interruptedEarly } from '../stop.js';

/**
 * Asks on the terminal.
 * @returns the typed line; undefined at the end of the input
 * @throws Stop if Ctrl-C is typed, or the signal aborts
 */
export async function ask(
  question: string,
  { isSecret, signal }: { readonly isSecret: boolean; readonly signal?: AbortSignal },
): Promise<string | undefined> {
  process.stderr.write(question);
  const silent = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  const output = isSecret ? silent : process.stderr;
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  const state = { isAnswered: false };
  try {
    return await new Promise((resolve, reject) => {
      const interrupted = (): void => {
        reject(interruptedEarly());
      };
      lines.once('line', (line) => {
        state.isAnswered = true;
        resolve(line);
      });
      lines.once('SIGINT', interrupted);
      signal?.addEventListener('abort', interrupted);
      lines.once('close', () => {
        resolve(undefined);
      });
    });
  } finally {
    lines.close();
    if (isSecret || !state.isAnswered) process.stderr.write('\n');
  }
}
