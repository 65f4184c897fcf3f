import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { lacksBrowser } from '../support/browser.js';
import { openConsole } from '../support/open-console.js';
import {
  address,
  dials,
  entriesOn,
  fieldOn,
  focusedName,
  listOn,
  name,
  openWith,
  saveOn,
  setList,
  savedOn,
} from './device-page.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const receptionist = 'SEP00A1B2C30100';

describe.skipIf(lacksBrowser)('the page of a phone', () => {
  const open = openConsole();

  const begin = (...entries: readonly string[]): Promise<Page> => openWith(open(), entries);

  it('shows the keys by index with the free ones, and prints only them, as strips of one width', async () => {
    const page = await begin('1 2001 Anna', '3 2003 ', '90 2090 Zoë');
    await page.getByRole('button', { name: 'Keys', exact: true }).click();
    const keys = page.getByRole('region', { name: 'Keys by index' }).getByRole('listitem');
    const told = (await keys.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
    expect(told.slice(0, 5)).toEqual(['1 Anna 2001', '2 free', '3 2003 2003', '4–89 86 free', '90 Zoë 2090']);
    // Unsaved changes are on them, too.
    await fieldOn(page, 'Label at 1').fill('Annabel');
    await expect.poll(() => keys.first().innerText()).toContain('Annabel');
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => listOn(page).isVisible()).toBe(false);
    await expect.poll(() => page.getByRole('banner').isVisible()).toBe(false);
    const boxes = await Promise.all((await keys.all()).map((key) => key.boundingBox()));
    const widths = new Set(boxes.map((box) => Math.round(box?.width ?? 0)));
    // 58 mm at 96 pixels per inch, and a line.
    expect([...widths]).toEqual([220]);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('button', { name: 'Keys', exact: true }).click();
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => listOn(page).isVisible()).toBe(true);
    await expect.poll(() => listOn(page).getByRole('button').count()).toBe(0);
  });

  it('shows the numbers of its lines apart, also as text, as the page of a number does', async () => {
    const page = await open().visit('#/phone/SEP00A1B2C30011');
    const lines = page.getByRole('list', { name: 'Lines' });
    await expect.poll(() => lines.getByRole('listitem').allInnerTexts()).toEqual(['+14085554019', '4019']);
    // What is copied from the page.
    expect(await lines.innerText()).toMatch(/^\+14085554019\s+4019$/);
    const boxes = await Promise.all((await lines.getByRole('listitem').all()).map((item) => item.boundingBox()));
    const [first, second] = boxes;
    expect((second?.x ?? 0) - ((first?.x ?? 0) + (first?.width ?? 0))).toBeGreaterThan(8);
    await lines.getByRole('link', { name: '4019', exact: true }).click();
    const phone = page.getByRole('article', { name: 'Carlos Peña' });
    await expect.poll(() => phone.getByRole('listitem').allInnerTexts()).toEqual(['+14085554019', '4019']);
  });

  it('says how long ago it was read, and reads again while unsaved changes stay', async () => {
    const page = await begin('1 2001 Anna', '2 2002 Bea');
    await fieldOn(page, 'Label at 1').fill('Annabel');
    await page.getByText(/^Read \d+ s ago$/).waitFor();
    await setList(open().proxy.url, `speeddials?phone=${name}`, dials('1 2001 Anna', '2 2002 Beatrix'));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await listOn(page).getByText('This list has changed since you started').waitFor();
    await expect.poll(() => entriesOn(page)).toEqual(['1 2001 Annabel', '2 2002 Bea']);
    await page.getByText('Read just now').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => entriesOn(page)).toEqual(['1 2001 Anna', '2 2002 Beatrix']);
  });

  it('is scrolled to its old position after Back, and to its top after a link', async () => {
    const page = await open().visit(`#/phone/${receptionist}`);
    await fieldOn(page, 'Label at 34', 'Busy lamp fields').waitFor();
    await page.mouse.move(400, 400);
    await page.mouse.wheel(0, 500);
    const scrolled = () => page.evaluate<number>('Math.round(window.scrollY)');
    await expect.poll(scrolled).toBe(500);
    await expect.poll(() => page.evaluate('history.state?.scroll')).toBe(500);
    await page.evaluate(`location.hash = '${address}'`);
    await page.getByRole('heading', { level: 1, name: 'Warehouse' }).or(page.getByText(name)).first().waitFor();
    await expect.poll(scrolled).toBe(0);
    await page.goBack();
    await fieldOn(page, 'Label at 34', 'Busy lamp fields').waitFor();
    await expect.poll(scrolled).toBe(500);
  });

  it('copies its name and its numbers with one click', async () => {
    const page = await open().visit(address);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    await page.getByRole('button', { name: `Copy ${name}` }).click();
    await expect.poll(copied).toBe(name);
    const number = page.locator('.lines .copy').first();
    await number.click();
    await expect.poll(copied).toBe(await page.locator('.lines a').first().innerText());
    // Or with the keyboard, on the link itself.
    await page.getByRole('button', { name: `Copy ${name}` }).click();
    await expect.poll(copied).toBe(name);
    await page.locator('.lines a').first().focus();
    await page.keyboard.press('Control+C');
    await expect.poll(copied).toBe(await page.locator('.lines a').first().innerText());
    // A page without access to the clipboard, such as one without TLS.
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })`);
    await page.getByRole('button', { name: `Copy ${name}` }).click();
    await page.evaluate('delete navigator.clipboard');
    await expect.poll(copied).toBe(name);
  });

  it('shows the edited field beside the bar, in 320 × 256 pixels', async () => {
    const page = await begin(...Array.from({ length: 12 }, (_, at) => `${at + 1} 200${at} Person ${at}`));
    await page.setViewportSize({ width: 320, height: 256 });
    for (const index of [1, 6, 12]) {
      const field = fieldOn(page, `Label at ${index}`);
      await field.focus();
      await page.keyboard.type('x');
      const seen = () =>
        page.evaluate(`(({ activeElement: field }) => {
          const { left, top, width, height } = field.getBoundingClientRect();
          const isSeen = document.elementFromPoint(left + width / 2, top + height / 2) === field;
          return [field.getAttribute('aria-label'), isSeen];
        })(document)`);
      await expect.poll(seen).toEqual([`Label at ${index}`, true]);
    }
    const over = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect(over).toBe(0);
  });

  it('distinguishes changed rows from others, and the state, with the reader’s own colors', async () => {
    const page = await begin('1 2001 Anna', '2 2002 Bea');
    await page.emulateMedia({ forcedColors: 'active' });
    await fieldOn(page, 'Label at 1').fill('Annabel');
    const colour = (selector: string, property: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`);
    const bar = (index: number) => colour(`.row[data-index="${index}"]`, 'borderInlineStartColor');
    await expect.poll(() => bar(1)).not.toBe(await bar(2));
    await expect
      .poll(() => colour('.header .dot', 'backgroundColor'))
      .not.toBe(await colour('.header', 'backgroundColor'));
  });

  it('has a review that the keyboard scrolls if it is longer than the window', async () => {
    const page = await begin(...Array.from({ length: 40 }, (_, at) => `${at + 1} ${2000 + at} Person ${at}`));
    for (let at = 1; at <= 40; at += 1) await fieldOn(page, `Label at ${at}`).fill(`Somebody ${at}`);
    await page.keyboard.press('Control+Enter');
    const body = page.getByRole('dialog').locator('.dialog__body');
    await body.waitFor();
    await expect.poll(() => focusedName(page)).toMatch(/^Save the buttons of /);
    const isFocused = async () => (await body.and(page.locator(':focus')).count()) > 0;
    for (let presses = 0; presses < 5 && !(await isFocused()); presses += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('End');
    await expect.poll(() => page.evaluate("document.querySelector('.dialog__body').scrollTop")).toBeGreaterThan(0);
  });

  it('finds by Ctrl+K what to look up, where to go, and what to do; and its field by /', async () => {
    const page = await begin('1 2001 Anna');
    await page.keyboard.press('Control+K');
    const palette = page.getByRole('dialog', { name: 'Go to or do something' });
    await palette.getByRole('option', { name: 'Refresh' }).waitFor();
    await page.keyboard.type('add a sp');
    await expect.poll(async () => (await palette.getByRole('option').allInnerTexts())[0]).toContain('Add a speed dial');
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('Number at 2');
    await page.keyboard.type('2002');
    // In a field too.
    await page.keyboard.press('Control+K');
    await page.keyboard.type('chan');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Changes' }).waitFor();
    await page.keyboard.press('Control+K');
    await page.keyboard.type('6101');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: '6101' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#/number/6101');
    await page.keyboard.press('Control+K');
    const before = open().proxy.requests.length;
    await palette.getByRole('option', { name: 'Refresh' }).click();
    await expect.poll(() => open().proxy.requests.slice(before).join()).toContain('/buttons?dirn=6101');
    await page.keyboard.press('Control+K');
    await palette.getByRole('option', { name: name }).click();
    await expect.poll(() => entriesOn(page)).toEqual(['1 2001 Anna', '2 2002 ']);
    await page.keyboard.press('/');
    const field = page.getByRole('search').getByRole('combobox');
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('/');
    await expect.poll(() => field.inputValue()).toBe('/');
  });

  it('says that the phone was not told to load the list, and nothing like that for a device profile', async () => {
    const page = await begin('1 2001 Anna');
    await fieldOn(page, 'Label at 1').fill('Annabel');
    await saveOn(page);
    await savedOn(page).getByText('The phone was not told to load the list').waitFor();
    await page.evaluate("location.hash = '#/profile/UDP_FRONTDESK'");
    const label = listOn(page).locator('[data-field=label]').first();
    await label.fill('Somebody');
    await saveOn(page);
    await savedOn(page).getByText('Saved.').waitFor();
    await expect.poll(() => page.getByText('The phone was not told to load the list').count()).toBe(0);
  });
});

describe.skipIf(lacksBrowser)('if phones are told to load their lists', () => {
  const open = openConsole({ settings: { AXL_AFTER_UPDATE: 'apply' } });

  it('shows no message about it', async () => {
    await setList(open().proxy.url, `speeddials?phone=${name}`, dials('1 2001 Anna'));
    const page = await open().visit(address);
    await fieldOn(page, 'Label at 1').fill('Annabel');
    await saveOn(page);
    await savedOn(page).getByText('Saved.').waitFor();
    await expect.poll(() => page.getByText('The phone was not told to load the list').count()).toBe(0);
  });
});
