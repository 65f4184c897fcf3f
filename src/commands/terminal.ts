/** Why a command cannot do its work, in words for the terminal. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** Prints text for the terminal. */
export type Print = (text: string) => Promise<void>;

/**
 * Prints to standard output.
 * @throws Failure if standard output does not take it
 */
export const print: Print = (text) =>
  new Promise((resolve, reject) => {
    // A write error also arrives as an event. An event without a listener would count as an uncaught error.
    if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', () => undefined);
    process.stdout.write(`${text}\n`, (error) => {
      if (!error) resolve();
      else
        reject(
          new Failure(`standard output cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`),
        );
    });
  });
