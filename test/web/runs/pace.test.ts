import { describe, expect, it } from 'vitest';
import { clock } from '../../../web/runs/pace.js';

describe('the clock of a run', () => {
  it('does not treat a very long time as none', async () => {
    const stop = new AbortController();
    let isOver = false;
    const waiting = clock.wait(2 ** 40, stop.signal).then(() => (isOver = true));
    await clock.wait(50, new AbortController().signal);
    expect(isOver).toBe(false);
    stop.abort();
    await waiting;
  });

  it('does not wait after a stop', async () => {
    await clock.wait(2 ** 30, AbortSignal.abort());
  });
});
