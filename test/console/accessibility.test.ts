import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { accessibilityFaults } from '../support/accessibility.js';
import { browserPatience, lacksBrowser } from '../support/browser.js';
import { consoleScreens, settled } from '../support/console-screens.js';
import { asUser, type ConsoleUnderTest, startConsole, users } from '../support/console.js';
import { tidy } from '../support/processes.js';

vi.setConfig({ testTimeout: 2 * browserPatience, hookTimeout: 2 * browserPatience });

describe.skipIf(lacksBrowser)('a screen of the console', () => {
  let console: ConsoleUnderTest;

  beforeAll(async () => {
    console = await startConsole();
    // A change to look at.
    await asUser(console, users.other, 'speeddials?phone=SEP00A1B2C30003', { method: 'POST', body: '[]' });
  });
  afterAll(async () => {
    await console.close();
    await tidy();
  });

  it('has nothing that axe-core objects to: the login', async () => {
    const { page, faults } = await console.open();
    await page.getByLabel('User name').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it.each(consoleScreens)('has nothing that axe-core objects to, and fits into 360 px: $name', async (screen) => {
    const { page, faults } = await console.openAs(users.editor, screen.hash);
    await settled(page);
    await screen.prepare?.(page);
    expect(await accessibilityFaults(page)).toEqual([]);
    for (const width of [360, 800, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const over = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      expect(over, `${width} px`).toBeLessThanOrEqual(0);
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
