import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { accessibilityFaults } from '../support/accessibility.js';
import { browserTimeout, lacksBrowser } from '../support/browser.js';
import { consoleScreens, keepingInventory, makeHistory, settled } from '../support/console-screens.js';
import { type ConsoleUnderTest, startConsole, users } from '../support/console.js';
import { tidy } from '../support/processes.js';

vi.setConfig({ testTimeout: 2 * browserTimeout, hookTimeout: 2 * browserTimeout });

describe.skipIf(lacksBrowser)('a screen of the console', () => {
  let console: ConsoleUnderTest;

  beforeAll(async () => {
    console = await startConsole(keepingInventory);
    await makeHistory(console);
  });
  afterEach(() => console.leave());
  afterAll(async () => {
    await console.close();
    await tidy();
  });

  it('has no findings of axe-core: the login', async () => {
    const { page, faults } = await console.open();
    await page.getByLabel('User name').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it.each(consoleScreens)('has no findings of axe-core, and fits into 360 px and its cards: $name', async (screen) => {
    const { page, faults } = await console.openAs(users.editor, screen.hash);
    await settled(page);
    await screen.prepare?.(page, console);
    expect(await accessibilityFaults(page)).toEqual([]);
    for (const width of [360, 800, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const over = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      expect(over, `${width} px`).toBeLessThanOrEqual(0);
      expect(await outOfCards(page), `${width} px`).toEqual([]);
    }
    expect(faults).toEqual([]);
  });
});

/** The elements of cards that are visible outside of them: tag and class. */
function outOfCards(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('.card')].flatMap((card) => {
    const { left, right } = card.getBoundingClientRect();
    return [...card.querySelectorAll(':not(dialog, dialog *, .hidden)')]
      .filter((part) => part.checkVisibility({ opacityProperty: true }))
      .map((part) => ({ part, place: part.getBoundingClientRect() }))
      .filter(({ place }) => place.width > 1 && (place.left < left - 1 || place.right > right + 1))
      .map(({ part }) => part.tagName + '.' + part.className);
  })`);
}
