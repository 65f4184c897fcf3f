import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { lacksBrowser } from '../support/browser.js';
import { openConsole } from '../support/open-console.js';
import {
  dialsHeld,
  entriesOn,
  fieldOn,
  focusedName,
  listOn,
  name,
  openWith,
  saveOn,
  tabTo,
  savedOn,
} from './device-page.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe.skipIf(lacksBrowser)('a list as a grid', () => {
  const open = openConsole();

  const begin = (...entries: readonly string[]): Promise<Page> => openWith(open(), entries);
  const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const isFocused = (page: Page, name: string) => expect.poll(() => focusedName(page)).toBe(name);

  it('is one stop of Tab: at most four from one list’s Add to the other’s, with 34 lamps between', async () => {
    const page = await open().visit('#/phone/SEP00A1B2C30100');
    await fieldOn(page, 'Label at 34', 'Busy lamp fields').waitFor();
    await listOn(page).getByRole('button', { name: 'Add a speed dial', exact: true }).focus();
    let presses = 0;
    while ((await focusedName(page)) !== 'Add a number to watch' && presses < 50) {
      await page.keyboard.press('Tab');
      presses += 1;
    }
    expect(presses).toBeLessThanOrEqual(4);
    await page.keyboard.press('Shift+Tab');
    await isFocused(page, 'cell Index at 1');
    await expect.poll(() => page.locator('[role=grid] [tabindex="0"]').count()).toBe(2);
  });

  it('has arrow keys inside, keeps the column across gaps, and returns to the last cell', async () => {
    const page = await begin('1 2001 Anna', '2 2002 Bea', '5 2005 Eva', '7 2007 Gil');
    await tabTo(page, 'cell Index at 1');
    await press(page, 'ArrowRight', 'ArrowRight');
    await isFocused(page, 'cell Label at 1');
    await press(page, 'ArrowDown');
    await isFocused(page, 'cell Label at 2');
    await press(page, 'ArrowDown');
    await isFocused(page, 'Add here, at 3');
    await press(page, 'Home');
    await isFocused(page, 'Add here, at 3');
    await press(page, 'ArrowDown');
    await isFocused(page, 'cell Index at 5');
    await press(page, 'End');
    await isFocused(page, 'Remove 5');
    await press(page, 'Control+Home');
    await isFocused(page, 'Remove 1');
    await press(page, 'PageDown');
    await isFocused(page, 'Remove 7');
    await press(page, 'ArrowLeft');
    await isFocused(page, 'More for 7');
    await page.keyboard.press('Tab');
    await press(page, 'Shift+Tab');
    await isFocused(page, 'More for 7');
  });

  it('edits a cell after Enter, continues with Tab, and leaves with Enter, Escape or an arrow key', async () => {
    const page = await begin('1 2001 Anna', '2 2002 Bea');
    await tabTo(page, 'cell Index at 1');
    await press(page, 'ArrowRight', 'Enter');
    await isFocused(page, 'Number at 1');
    await page.keyboard.type('3001');
    await press(page, 'Tab');
    await isFocused(page, 'Label at 1');
    await page.keyboard.type('Zoë');
    await press(page, 'Enter');
    await isFocused(page, 'cell Label at 1');
    await press(page, 'F2', 'ArrowDown');
    await isFocused(page, 'cell Label at 2');
    await press(page, 'Enter', 'x', 'Escape');
    await isFocused(page, 'cell Label at 2');
    await expect.poll(() => entriesOn(page)).toEqual(['1 3001 Zoë', '2 2002 x']);
    await press(page, 'Control+Z', 'Control+Z');
    await expect.poll(() => entriesOn(page)).toEqual(['1 3001 Anna', '2 2002 Bea']);
  });

  it('has single keys: n adds, i inserts, m moves, Delete removes; none of them in a field, or if switched off', async () => {
    const page = await begin('1 2001 Anna', '2 2002 Bea', '3 2003 Cleo', '5 2005 Eva');
    await tabTo(page, 'cell Index at 1');
    await press(page, 'ArrowDown', 'ArrowDown', 'm');
    await page.getByLabel('New index').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('1');
    await page.getByRole('dialog').getByText('This index has another entry: 2001 Anna').waitFor();
    await page.keyboard.press('Enter');
    await isFocused(page, 'cell Index at 1');
    await expect.poll(() => entriesOn(page)).toEqual(['1 2003 Cleo', '2 2001 Anna', '3 2002 Bea', '5 2005 Eva']);
    await press(page, 'i');
    await isFocused(page, 'Number at 1');
    await expect.poll(() => entriesOn(page)).toEqual(['1  ', '2 2003 Cleo', '3 2001 Anna', '4 2002 Bea', '5 2005 Eva']);
    await press(page, 'n');
    await isFocused(page, 'Number at 1');
    await expect.poll(() => fieldOn(page, 'Number at 1').inputValue()).toBe('n');
    await press(page, 'Escape', 'n');
    await isFocused(page, 'Number at 6');
    await press(page, 'Escape', 'ArrowUp', 'Delete');
    await isFocused(page, 'Restore 5');

    await press(page, '?');
    await isFocused(page, 'Help');
    await page.getByLabel('Use one-key shortcuts').uncheck();
    await press(page, 'Escape');
    await isFocused(page, 'Restore 5');
    const before = await entriesOn(page);
    await press(page, 'n');
    await isFocused(page, 'Restore 5');
    await press(page, '/');
    await isFocused(page, 'Restore 5');
    await press(page, '?');
    await isFocused(page, 'Restore 5');
    await expect.poll(() => entriesOn(page)).toEqual(before);
  });

  it('names its cells and columns for screen readers', async () => {
    const page = await begin('1 2001 Anna');
    const snapshot = await listOn(page).getByRole('grid').ariaSnapshot();
    expect(snapshot).toContain('grid "Speed dials"');
    for (const column of ['Index', 'Number', 'Label', 'Actions'])
      expect(snapshot).toContain(`columnheader "${column}"`);
    expect(snapshot).toContain('gridcell "Anna":');
    expect(snapshot).toContain('textbox "Label at 1"');
    expect(snapshot).toContain('button "More for 1"');
  });

  it('offers to swap or to shift after a taken index was typed', async () => {
    const page = await begin('1 2001 Anna', '2 2002 Bea', '3 2003 Cleo');
    await fieldOn(page, 'Index at 3').fill('1');
    await page.keyboard.press('Enter');
    await press(page, 'Tab');
    await isFocused(page, 'Swap both');
    await page.keyboard.press('Enter');
    await expect.poll(() => entriesOn(page)).toEqual(['1 2003 Cleo', '2 2002 Bea', '3 2001 Anna']);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await listOn(page).getByRole('button', { name: 'Shift the others' }).click();
    await expect.poll(() => entriesOn(page)).toEqual(['1 2003 Cleo', '2 2001 Anna', '3 2002 Bea']);
  });

  it('moves a row with the mouse between others, into a gap, and nowhere with Escape', async () => {
    const page = await begin('1 2001 Anna', '2 2002 Bea', '3 2003 Cleo', '6 2006 Finn');
    const drag = async (from: string, to: string, end: 'drop' | 'escape' = 'drop'): Promise<void> => {
      const centre = async (selector: string) => {
        const box = await listOn(page).locator(selector).boundingBox();
        if (box === null) throw new Error(`there is no ${selector}`);
        return [box.x + box.width / 2, box.y + box.height / 2] as const;
      };
      await page.mouse.move(...(await centre(`.row[data-index="${from}"] .handle`)));
      await page.mouse.down();
      const goal = await centre(`[data-line][data-index="${to}"]`);
      await page.mouse.move(goal[0], goal[1] - 3);
      await page.mouse.move(...goal);
      if (end === 'escape') await page.keyboard.press('Escape');
      await page.mouse.up();
    };
    await drag('3', '1');
    await expect.poll(() => entriesOn(page)).toEqual(['1 2003 Cleo', '2 2001 Anna', '3 2002 Bea', '6 2006 Finn']);
    await drag('1', '3');
    await expect.poll(() => entriesOn(page)).toEqual(['1 2001 Anna', '2 2002 Bea', '3 2003 Cleo', '6 2006 Finn']);
    await drag('1', '4');
    await expect.poll(() => entriesOn(page)).toEqual(['2 2002 Bea', '3 2003 Cleo', '4 2001 Anna', '6 2006 Finn']);
    await drag('2', '6', 'escape');
    await expect.poll(() => entriesOn(page)).toEqual(['2 2002 Bea', '3 2003 Cleo', '4 2001 Anna', '6 2006 Finn']);
  });

  it('moves a row with a finger, on its handle', async () => {
    const page = await begin('1 2001 Anna', '2 2002 Bea', '3 2003 Cleo');
    const browser = await page.context().newCDPSession(page);
    await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      browser.send('Input.dispatchTouchEvent', { type, touchPoints });
    const [handle, goal] = await Promise.all(
      ['.row[data-index="3"] .handle', '[data-line][data-index="1"]'].map((selector) =>
        listOn(page).locator(selector).boundingBox(),
      ),
    );
    if (!handle || !goal) throw new Error('there is no such row');
    const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2];
    await touch('touchStart', { x, y });
    for (const part of [0.3, 0.6, 1]) await touch('touchMove', { x, y: y + (goal.y + goal.height / 2 - y) * part });
    await touch('touchEnd');
    await expect.poll(() => entriesOn(page)).toEqual(['1 2003 Cleo', '2 2001 Anna', '3 2002 Bea']);
  });

  it('shows in two lines that the last of a hundred entries was moved first', async () => {
    const many = Array.from({ length: 100 }, (_, at) => `${at + 1} ${2000 + at} Person ${at + 1}`);
    const page = await begin(...many);
    await listOn(page).getByRole('button', { name: 'More for 100' }).click();
    await page.getByRole('menuitem', { name: 'Move to…' }).click();
    await page.keyboard.type('1');
    await page.getByRole('dialog').getByRole('button', { name: 'Move, and shift the others' }).click();
    await page.keyboard.press('Control+Enter');
    const lines = page.getByRole('dialog').getByRole('listitem');
    await expect
      .poll(async () => (await lines.allInnerTexts()).map((line) => line.replace(/\s+/g, ' ')))
      .toEqual([
        '↕ Moved: 100 → 1 2099 Person 100',
        '↕ Moved: 1–99 → 2–100 2000 Person 1 … 2098 Person 99 (99 entries)',
      ]);
    await page.keyboard.press('Escape');
    await saveOn(page);
    await savedOn(page).getByText('Saved.').waitFor();
    expect(dialsHeld(open().simulator, name)?.slice(0, 2)).toEqual(['1 2099 Person 100', '2 2000 Person 1']);
  });

  it('has a menu for each row, with arrow keys inside and Escape to leave', async () => {
    const page = await begin('1 2001 Anna', '2 2002 Bea');
    await tabTo(page, 'cell Index at 1');
    await press(page, 'End', 'ArrowLeft', 'Enter');
    const menu = page.getByRole('menu', { name: 'Entry at 1' });
    await menu.waitFor();
    await expect.poll(() => focusedName(page)).toContain('Move up');
    await press(page, 'ArrowDown');
    await expect.poll(() => focusedName(page)).toContain('Move down');
    await press(page, 'Escape');
    await isFocused(page, 'More for 1');
    // A hidden menu has no role any more; it is removed a moment later.
    await page.locator('[role=menu]').waitFor({ state: 'detached' });
    await isFocused(page, 'More for 1');
    await press(page, 'Enter');
    await menu.waitFor();
    await menu.getByRole('menuitem', { name: 'Insert here and shift down' }).click();
    await expect.poll(() => entriesOn(page)).toEqual(['1  ', '2 2001 Anna', '3 2002 Bea']);
    await isFocused(page, 'Number at 1');
  });
});
