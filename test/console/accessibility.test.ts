import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { accessibilityFaults, smallTargets, textsRunTogether } from '../support/accessibility.js';
import { browserTimeout, lacksBrowser, openWatchedPage, type WatchedPage } from '../support/browser.js';
import { withoutFocusRing } from '../support/focus-ring.js';
import { watchShifts } from '../support/layout-shifts.js';
import { consoleScreens, keepingInventory, makeHistory, settled } from '../support/console-screens.js';
import { type ConsoleUnderTest, signIn, startConsole, users } from '../support/console.js';
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

  const rings = new Set<string>();

  /** Checks the shown screen in both modes and in three widths. */
  async function check(page: Page): Promise<void> {
    expect(await withoutFocusRing(page, rings)).toEqual([]);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await textsRunTogether(page)).toEqual([]);
    for (const width of [360, 800, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const over = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      expect(over, `${width} px`).toBeLessThanOrEqual(0);
      expect(await outOfCards(page), `${width} px`).toEqual([]);
      expect(await smallTargets(page), `${width} px`).toEqual([]);
      expect(await page.locator('.cell--index').evaluateAll(cutFields), `${width} px`).toEqual([]);
    }
  }

  const whatFits = 'has no findings of axe-core, and fits into 360 px and its cards';

  it.each(consoleScreens.filter(({ prepare }) => prepare !== undefined))(`${whatFits}: $name`, async (screen) => {
    const { page, faults } = await console.openAs(users.editor, screen.hash);
    await settled(page);
    await screen.prepare?.(page, console);
    await check(page);
    expect(faults).toEqual([]);
  });

  // What is answered last comes into a page that is there. In 390 px, everything is in one column.
  it.each([
    ['first', 1280],
    ['last', 1280],
    ['first', 390],
    ['last', 390],
  ] as const)('does not move while it loads, if the %s call is answered first, in %i px', async (next, width) => {
    const { page, faults } = await console.openAs(users.editor, '#/state', { viewport: { width, height: 800 } });
    await settled(page);
    const { during } = await watchShifts(page);
    const moved: unknown[] = [];
    for (const { name, hash, prepare } of consoleScreens) {
      if (prepare !== undefined) continue;
      const shifts = await during(hash, next);
      const sum = shifts.reduce((all, { value }) => all + value, 0);
      if (sum > mostMoved) moved.push({ name, sum, shifts });
    }
    expect(moved).toEqual([]);
    expect(faults).toEqual([]);
  });

  describe('that is only opened', () => {
    let opened: WatchedPage;

    beforeAll(async () => {
      opened = await openWatchedPage(console.browser, new URL(console.url()).origin);
      await opened.page.goto(`${console.url()}/console/#/search/nothing`);
      await signIn(opened.page, users.editor);
    });
    afterAll(() => opened.close());

    it.each(consoleScreens.filter(({ prepare }) => prepare === undefined))(`${whatFits}: $name`, async ({ hash }) => {
      const { page, faults } = opened;
      await page.setViewportSize({ width: 1280, height: 720 });
      // Each screen draws a heading of its own.
      await page.evaluate("document.querySelector('h1').dataset.last = ''");
      await page.evaluate(`location.hash = '${hash}'`);
      await page.locator('h1:not([data-last])').waitFor();
      await settled(page);
      await check(page);
      expect(faults).toEqual([]);
    });
  });
});

interface ShownField {
  readonly value: string;
  readonly scrollWidth: number;
  readonly clientWidth: number;
}

/** The texts of fields that are not shown whole. */
function cutFields(fields: readonly object[]): string[] {
  return (fields as readonly ShownField[])
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ value }) => value);
}

/** The most that may move on a page while it loads: Google's "good" is five times as much. */
const mostMoved = 0.02;

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
