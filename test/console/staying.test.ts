import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { lacksBrowser, sharedBrowser } from '../support/browser.js';
import { type ConsoleOptions, openSignedIn, startConsoleService } from '../support/console-service.js';
import { ask } from '../support/caller.js';
import { deskName, desks, watched } from './desks.js';

vi.setConfig({ testTimeout: 120_000 });

describe.skipIf(lacksBrowser)('the selection on a page, after a link and back', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });

  async function at(hash: string, count: number, options: ConsoleOptions = {}) {
    const service = await startConsoleService({ seed: desks(count), ...options });
    onTestFinished(() => service.close());
    const { page, faults, close } = await openSignedIn(browser, service, hash);
    onTestFinished(close);
    return { ...service, page, faults };
  }

  it('keeps selection, order and filter of a number, and counts them in a bar that stays visible', async () => {
    const { page, faults } = await at(`#/number/${watched}`, 60);
    await page.getByRole('button', { name: 'Index', exact: true }).click();
    await page.getByRole('combobox', { name: 'Label', exact: true }).selectOption({ label: 'Old (89)' });
    await page.getByRole('checkbox', { name: 'Desk 0, Busy lamp field 3' }).check();
    await page.getByRole('checkbox', { name: 'Desk 8, Busy lamp field 3' }).click({ modifiers: ['Shift'] });
    const told = page.getByText('5 of 89 selected');
    await told.waitFor();
    const isInSight = async (): Promise<boolean> => {
      const box = await told.boundingBox();
      return box !== null && box.y > 0 && box.y + box.height <= 900;
    };
    await expect.poll(isInSight).toBe(true);
    await page
      .getByRole('link', { name: deskName(4), exact: true })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Desk 4', exact: true }).waitFor();
    await page.goBack();
    await told.waitFor();
    await expect.poll(isInSight).toBe(true);
    expect(await page.locator('th[aria-sort=ascending]').innerText()).toBe('Index');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => page.getByRole('checkbox', { name: /^Desk/, checked: true }).count()).toBe(5);
    await page.getByRole('button', { name: 'Select none' }).click();
    await expect.poll(() => page.getByRole('checkbox', { name: /^Desk/, checked: true }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('shows as many changes as before, at the same position', async () => {
    const { page, url, faults } = await at('#/state', 1);
    const lists = url.replace('/console/', `/speeddials?phone=${deskName(0)}`);
    for (let count = 0; count < 60; count += 1)
      expect((await ask(lists, [{ index: '1', dirn: '0100', label: `Label ${count}` }])).status).toBe(200);
    await page.goto(`${url}#/changes`);
    const rows = page.locator('.changes tbody tr');
    await expect.poll(() => rows.count()).toBe(50);
    await page.getByRole('button', { name: 'Show older' }).click();
    await expect.poll(() => rows.count()).toBe(60);
    const last = rows.last().getByRole('link').first();
    await last.scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate<number>('history.state?.scroll ?? 0')).toBeGreaterThan(300);
    const before = await page.evaluate<number>('scrollY');
    await last.click();
    await page.getByRole('heading', { name: /^Change / }).waitFor();
    await page.goBack();
    await expect.poll(() => rows.count()).toBe(60);
    await expect.poll(() => page.evaluate<number>('scrollY')).toBe(before);
    expect(faults).toEqual([]);
  });
});
