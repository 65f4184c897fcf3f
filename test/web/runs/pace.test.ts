import { describe, expect, it } from 'vitest';
import { clock } from '../../../web/runs/pace.js';

describe('the clock of a run', () => {
  it('does not take a very long time for none', async () => {
    const stop = new AbortController();
    let isOver = false;
    const waiting = clock.wait(2 ** 40, stop.signal).then(() => (isOver = true));
    await clock.wait(50, new AbortController().signal);
    expect(isOver).toBe(false);
    stop.abort();
    await waiting;
  });

  it('waits for nothing once it is stopped', async () => {
    await clock.wait(2 ** 30, AbortSignal.abort());
  });
});
