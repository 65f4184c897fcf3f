import type { Page } from 'playwright-core';

/** Waits until what has changed is on the screen. */
export async function fullyDrawn(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
}

/** @returns what says how much a page works while something is done, in milliseconds of the processor */
export async function workMeter(page: Page): Promise<(act: () => Promise<void>) => Promise<number>> {
  // It counts only as long as this session is open.
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const soFar = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    const work = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'];
    return metrics.reduce((sum, { name, value }) => sum + (work.includes(name) ? value * 1000 : 0), 0);
  };
  return async (act) => {
    const before = await soFar();
    await act();
    return (await soFar()) - before;
  };
}
