import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { browserPatience, lacksBrowser } from '../support/browser.js';
import { consoleScreens, settled } from '../support/console-screens.js';
import { type ConsoleUnderTest, startConsole, users } from '../support/console.js';
import { tidy } from '../support/processes.js';

vi.setConfig({ testTimeout: 3 * browserPatience, hookTimeout: 2 * browserPatience });

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds, a line for each element. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => id + ': ' + help + ' ' + html)))`);
}

describe.skipIf(lacksBrowser)('every screen of the console', () => {
  let console: ConsoleUnderTest;

  beforeAll(async () => {
    console = await startConsole();
  });
  afterAll(async () => {
    await console.close();
    await tidy();
  });

  it.each(['light', 'dark'] as const)('has nothing that axe-core objects to, %s', async (colorScheme) => {
    const { page, faults } = await console.open('', { colorScheme, reducedMotion: 'reduce' });
    expect(await violations(page)).toEqual([]);
    await page.context().close();
    for (const { name, hash, prepare } of consoleScreens) {
      const screen = await console.openAs(users.editor, hash, { colorScheme, reducedMotion: 'reduce' });
      await settled(screen.page);
      await prepare?.(screen.page);
      expect(await violations(screen.page), name).toEqual([]);
      expect(screen.faults).toEqual([]);
      await screen.page.context().close();
    }
    expect(faults).toEqual([]);
  });

  it.each([360, 800, 1440])('fits into a window of %i px', async (width) => {
    const viewport = { width, height: 800 };
    for (const { name, hash, prepare } of consoleScreens) {
      const { page } = await console.openAs(users.editor, hash, { viewport });
      await settled(page);
      await prepare?.(page);
      const over = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      expect(over, name).toBeLessThanOrEqual(0);
      await page.context().close();
    }
  });
});
