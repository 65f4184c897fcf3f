import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { lacksBrowser } from '../support/browser.js';
import { caller } from '../support/caller.js';
import { openConsole } from '../support/open-console.js';
import { address, dials, fieldOn, name, openWith, setList } from './device-page.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

interface ShownText {
  readonly textContent: string;
  readonly scrollWidth: number;
  readonly scrollHeight: number;
  readonly offsetWidth: number;
  readonly offsetHeight: number;
}

/** The texts that do not fit where they are. */
function cutTexts(places: readonly object[]): string[] {
  return (places as readonly ShownText[])
    .filter((one) => one.scrollWidth > one.offsetWidth || one.scrollHeight > one.offsetHeight)
    .map(({ textContent }) => textContent);
}

describe.skipIf(lacksBrowser)('how the console looks', () => {
  const open = openConsole();

  const opened = async (hash: string, width: number): Promise<Page> => {
    const page = await open().visit(hash);
    await page.setViewportSize({ width, height: 800 });
    return page;
  };
  const colour = (page: Page, selector: string, property: string): Promise<string> =>
    page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`);

  it('has the user, help and Sign out at the right end of its header, in every window', async () => {
    const page = await open().visit('#/state');
    const account = page.getByRole('group', { name: 'Account' });
    for (const width of [1280, 1024, 1001, 800, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const box = await account.boundingBox();
      const end = (box?.x ?? 0) + (box?.width ?? 0);
      expect([width, end > width - 40 && end <= width]).toEqual([width, true]);
    }
    await page.setViewportSize({ width: 1024, height: 800 });
    const boxes = await Promise.all(
      [account, page.getByRole('link', { name: 'Phone buttons' })].map((one) => one.boundingBox()),
    );
    // In one line with the name of the console.
    expect(Math.abs((boxes[0]?.y ?? 0) - (boxes[1]?.y ?? 0))).toBeLessThan(20);
    expect(await account.innerText()).toContain(caller.name);
  });

  it('has handles, the selection and the main button in the reader’s own colors', async () => {
    const page = await openWith(open(), ['1 2001 Anna', '2 2002 Bea']);
    await page.emulateMedia({ forcedColors: 'active' });
    await fieldOn(page, 'Label at 1').fill('Annabel');
    await page.getByRole('button', { name: 'Keys', exact: true }).click();
    const ground = await colour(page, '.button:not(.button--main, [aria-pressed=true])', 'backgroundColor');
    for (const selector of ['.button--main', '.button[aria-pressed=true]']) {
      expect(await colour(page, selector, 'backgroundColor')).not.toBe(ground);
      expect(await colour(page, selector, 'color')).not.toBe(await colour(page, selector, 'backgroundColor'));
    }
    expect(await colour(page, '.handle', 'color')).not.toBe(await colour(page, '.card', 'backgroundColor'));
    expect(await colour(page, '.handle', 'backgroundImage')).toContain('gradient');
  });

  it('has no sorting above cards, and no key hints, in a narrow window', async () => {
    const page = await opened('#/number/3100', 390);
    await page.getByRole('checkbox', { name: 'Select all shown' }).waitFor();
    await page.getByText('Select all shown').waitFor();
    expect(await page.locator('.table__sort').filter({ visible: true }).count()).toBe(0);
    const bar = page.locator('.chosen-bar');
    expect(await bar.innerText()).not.toContain('Shift');
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await page.locator('.table__sort').filter({ visible: true }).count()).toBeGreaterThan(2);
    expect(await bar.innerText()).toContain('Shift-click selects a range.');
  });

  it('names in the tab what a page is about', async () => {
    await setList(open().proxy.url, `speeddials?phone=${name}`, dials('1 2001 Anna'));
    const page = await open().visit(address);
    const found = (await page.locator('.lines a').first().innerText()).trim();
    const heading = await page.getByRole('heading', { level: 1 }).innerText();
    await expect.poll(() => page.title()).toBe(`${found} ${heading} · Buttons – Phone buttons`);
    const show = async (hash: string): Promise<void> => {
      await page.evaluate(`location.hash = '${hash}'`);
    };
    await show('#/number/6101');
    await expect.poll(() => page.title()).toMatch(/^6101 Agneta Rask.* · Number – Phone buttons$/);
    await show('#/changes/1');
    await expect.poll(() => page.title()).toBe(`Speed dials of ${name} · Change 1 – Phone buttons`);
    await show('#/number/999999');
    await expect.poll(() => page.title()).toBe('Number 999999 – Phone buttons');
  });

  it('prints whole label strips on A4 and on Letter', async () => {
    const long = ['2 2002 Łukasz Müller-Lüdenscheidt, EU', `4 2004 ${'W'.repeat(30)}`, `5 2005 ${'漢'.repeat(30)}`];
    await openWith(open(), ['1 2001 Anna', ...long, '40 2040 Zoe']);
    const page = await opened(address, 1280);
    await page.getByRole('button', { name: 'Keys', exact: true }).click();
    await page.getByRole('region', { name: 'Keys by index' }).waitFor();
    const sizes = { A4: [595, 842], Letter: [612, 792] } as const;
    for (const [format, size] of Object.entries(sizes)) {
      const pdf = (await page.pdf({ format, preferCSSPageSize: true })).toString('latin1');
      const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
      expect(Math.abs(Number(width) - size[0])).toBeLessThan(2);
      expect(Math.abs(Number(height) - size[1])).toBeLessThan(2);
      // Within the margins of 12 mm, at 96 pixels for 72 points.
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize({ width: Math.floor((size[0] * 96) / 72 - (24 / 25.4) * 96), height: 900 });
      const over = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      expect([format, over]).toEqual([format, 0]);
      // Each key is as high as a key of the phone, and has its whole label.
      expect(await page.locator('.key, .key__label, .key__number').evaluateAll(cutTexts)).toEqual([]);
      const strip = await page.locator('.strip-keys').first().boundingBox();
      expect((strip?.x ?? 0) + (strip?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
    }
  });

  /** @returns a function that counts the requests for rarely used screens from now on */
  const countSeldom = (): (() => number) => {
    const { requests } = open().proxy;
    const before = requests.length;
    return () => requests.slice(before).filter((line) => line.includes('/seldom-')).length;
  };

  it('loads rarely used screens when they are opened, once', async () => {
    await open().forgetFiles();
    const asked = countSeldom();
    const page = await open().visit('#/');
    await page.getByRole('link', { name: 'All changes' }).waitFor();
    await page.evaluate("location.hash = '#/search/reception'");
    await page.getByRole('link', { name: 'UDP_FRONTDESK' }).waitFor();
    expect(asked()).toBe(0);
    await page.getByRole('link', { name: 'Changes', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Changes' }).waitFor();
    await page.evaluate("location.hash = '#/number/3100'");
    await page.getByRole('button', { name: 'Relabel…' }).click();
    await page.getByLabel('New label').waitFor();
    expect(asked()).toBe(1);
  });

  it('says that a screen cannot be loaded, and loads it when it is asked for once more', async () => {
    const { proxy } = open();
    await open().forgetFiles();
    const page = await open().visit('#/');
    await page.getByRole('link', { name: 'All changes' }).waitFor();
    proxy.away = /seldom-/;
    const asked = countSeldom();
    await page.getByRole('link', { name: 'Changes', exact: true }).click();
    const alert = page.getByRole('main').getByRole('alert');
    await alert.getByText('Not loaded. If the service was upgraded, reload the page.').waitFor();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(asked).toBe(2);
    await alert.getByRole('button', { name: 'Try again' }).waitFor();
    proxy.away = undefined;
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Changes' }).waitFor();
    await alert.waitFor({ state: 'detached' });
    // A part of a page, such as a dialog, says so too.
    await open().leave();
    await open().forgetFiles();
    const other = await open().visit('#/number/3100');
    proxy.away = /seldom-/;
    await other.locator('tbody').getByRole('checkbox').first().check();
    await other.getByRole('button', { name: 'Relabel…' }).click();
    await other.getByRole('alert').getByText('Not loaded.').waitFor();
    proxy.away = undefined;
    await other.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Review' }).waitFor();
  });
});
