import { whenAborted } from '../use-cases/time-limit.js';

/** Waits for work to be over; when a signal comes before, only so much longer. */
export async function untilOver(work: Promise<void>, signal: AbortSignal, msAfterwards: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const given = new Promise<void>((resolve) => {
    whenAborted(signal, () => {
      timer = setTimeout(resolve, msAfterwards);
    });
  });
  await Promise.race([work, given]);
  clearTimeout(timer);
}
