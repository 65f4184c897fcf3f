import type { Page, Request, Route } from 'playwright-core';

/** A shift of the page's layout (`layout-shift`): how much of the window moved how far, and what moved. */
export interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
}

/** Waits until everything is drawn. */
function drawn(page: Page): Promise<unknown> {
  return page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 10))))',
  );
}

/**
 * Records what moves on a page, and answers its calls one after another, each after everything is drawn: what comes
 * late then moves what came early.
 * @param origin of the calls
 */
export async function watchShifts(page: Page) {
  const held: Route[] = [];
  // Some are given up by the page.
  const over = new Set<Request>();
  page.on('requestfinished', (request) => over.add(request));
  page.on('requestfailed', (request) => over.add(request));
  await page.route(
    ({ pathname }) => !pathname.includes('/console/'),
    (route) => {
      held.push(route);
    },
  );
  await page.evaluate(`{
    globalThis.shifts = [];
    const told = ({ node }) => node?.nodeType === 1 ? node.tagName + '.' + node.className + ' ' + node.textContent.slice(0, 40) : node?.data;
    new PerformanceObserver((seen) => {
      for (const { value, sources } of seen.getEntries()) globalThis.shifts.push({ value, moved: sources.map(told) });
    }).observe({ type: 'layout-shift' });
  }`);
  return {
    /** Opens a page in the console. @returns what moved until it was complete @param which call is answered next */
    during: async (hash: string, next: 'first' | 'last'): Promise<readonly Shift[]> => {
      await page.evaluate(`globalThis.shifts.length = 0; location.hash = '${hash}'`);
      for (let quiet = 0; quiet < 4; quiet += 1) {
        await drawn(page);
        const route = next === 'first' ? held.shift() : held.pop();
        if (route === undefined) continue;
        quiet = -1;
        if (route.request().failure() === null) await route.continue();
        while (!over.has(route.request())) await drawn(page);
      }
      return page.evaluate<readonly Shift[]>('globalThis.shifts');
    },
  };
}
