import type { Page } from 'playwright-core';

/** Waits until the last changes are on the screen. */
export async function fullyDrawn(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
}

/** @returns a function that measures how much CPU time a page uses during an action, in milliseconds */
export async function workMeter(page: Page): Promise<(act: () => Promise<void>) => Promise<number>> {
  // The browser counts only while this session is open.
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
