import type { Ending } from '../use-cases/ending.js';

/** Waits for work to be over; when an ending comes before, only so much longer. */
export async function untilOver(work: Promise<void>, ending: Ending, msAfterwards: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const given = new Promise<void>((resolve) => {
    ending.listen(() => {
      timer = setTimeout(resolve, msAfterwards);
    });
  });
  await Promise.race([work, given]);
  clearTimeout(timer);
}
