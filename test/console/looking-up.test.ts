import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { browserPatience, lacksBrowser } from '../support/browser.js';
import { type ConsoleUnderTest, startConsole, users } from '../support/console.js';
import { tidy } from '../support/processes.js';

vi.setConfig({ testTimeout: 2 * browserPatience, hookTimeout: 2 * browserPatience });

describe.skipIf(lacksBrowser)('looking up in the console', () => {
  let console: ConsoleUnderTest;

  beforeAll(async () => {
    console = await startConsole({ AXL_TIMEOUT_MS: '8000' });
  });
  afterEach(async () => {
    await console.simulator.control('DELETE', 'misbehaviour');
    for (const context of console.browser.contexts()) await context.close();
  });
  afterAll(async () => {
    await console.close();
    await tidy();
  });

  async function lookUp(page: Page, text: string): Promise<void> {
    await page.getByLabel('Number, device name or description').fill(text);
    await page.keyboard.press('Enter');
  }

  it('shows the phones of a number with lines and buttons, and beside them who points at it', async () => {
    const { page, faults } = await console.openAs(users.reader);
    await lookUp(page, '+1 408 555 4019');
    const phones = page.getByRole('region', { name: 'Carried by' });
    await phones.getByText('María').first().waitFor();
    expect(await phones.getByRole('link').allInnerTexts()).toContain('SEP00A1B2C30011');
    await lookUp(page, '6150');
    const pointing = page.getByRole('region', { name: 'Buttons that point at it' });
    await pointing.getByRole('row').nth(1).waitFor();
    expect(await pointing.getByRole('row').count()).toBeGreaterThan(3);
    // A reader is not offered to relabel.
    expect(await page.getByRole('link', { name: 'Relabel…' }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('says that nobody carries a number and nothing points at it', async () => {
    const { page } = await console.openAs(users.editor, '#/number/9999');
    await page.getByText('No phone carries this number.').waitFor();
    await page.getByText('No speed dial and no busy lamp field points at this number.').waitFor();
    await page.getByText('The call manager does not know this number.').waitFor();
  });

  it('keeps what was looked up lately in memory, for this user alone', async () => {
    const { page } = await console.openAs(users.editor, '#/number/3100');
    await page.getByRole('heading', { name: 'Carried by 5 phones' }).waitFor();
    await page.getByRole('link', { name: 'Phone buttons' }).click();
    await page.getByRole('link', { name: '3100' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('User name').waitFor();
    expect(await page.content()).not.toContain('3100');
  });

  it('has in its field what the page shows, and nothing on a page that was not looked up', async () => {
    const { page } = await console.openAs(users.editor, '#/number/3100');
    const field = page.getByLabel('Number, device name or description');
    expect(await field.inputValue()).toBe('3100');
    await page.getByRole('link', { name: 'Changes', exact: true }).click();
    await page.getByRole('heading', { name: 'Changes' }).waitFor();
    expect(await field.inputValue()).toBe('');
    await field.fill('half a na');
    await page.goBack();
    await expect.poll(() => field.inputValue()).toBe('3100');
    await page.getByRole('link', { name: 'Phone buttons' }).click();
    await expect.poll(() => field.inputValue()).toBe('');
    await field.and(page.locator(':focus')).waitFor();
  });

  it('shows an answer within 100 ms of its arrival', { retry: 2 }, async () => {
    /** @returns the milliseconds from the arrival of the first answer to when it is seen */
    const once = async (): Promise<number> => {
      const { page } = await console.openAs(users.editor);
      await page.evaluate(`new MutationObserver(() => {
        if (document.querySelector('article')) window.shownAt ??= performance.now();
      }).observe(document.body, { childList: true, subtree: true })`);
      await lookUp(page, '3100');
      await page.getByRole('article').first().waitFor();
      return page.evaluate(`window.shownAt -
        performance.getEntriesByType('resource').find(({ name }) => name.includes('/phone?dirn')).responseEnd`);
    };
    // The quickest of some: the others tell how busy the machine is.
    expect(Math.min(await once(), await once(), await once(), await once())).toBeLessThan(100);
  });

  it('says after three seconds that the call manager takes its time', async () => {
    const { page } = await console.openAs(users.editor);
    await console.simulator.control('POST', 'misbehaviour', { kind: 'delay', ms: 4500 });
    await lookUp(page, '3100');
    await page.getByText('The call manager is slow to answer.').first().waitFor();
    await page.getByRole('heading', { name: 'Carried by 5 phones' }).waitFor();
    expect(await page.getByText('The call manager is slow to answer.').count()).toBe(0);
  });

  it('shows what went wrong, in the words of the service, and tries again', async () => {
    const { page } = await console.openAs(users.editor);
    await console.simulator.control('POST', 'misbehaviour', { kind: 'html' });
    await lookUp(page, '3100');
    const alert = page.getByRole('region', { name: 'Phones that carry it' }).getByRole('alert');
    await alert.getByText('Request').waitFor();
    await console.simulator.control('DELETE', 'misbehaviour');
    await expect
      .poll(() => alert.getByRole('button', { name: 'Try again', exact: true }).isEnabled(), { timeout: 40_000 })
      .toBe(true);
    await alert.getByRole('button').click();
    await page.getByRole('heading', { name: 'Carried by 5 phones' }).waitFor();
  });

  it('goes on when the service was stopped and is back', async () => {
    const { page } = await console.openAs(users.editor);
    await console.stop();
    await lookUp(page, '3100');
    const alert = page.getByRole('region', { name: 'Phones that carry it' }).getByRole('alert');
    await alert.getByText('The service cannot be reached').waitFor();
    await console.startAgain();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Carried by 5 phones' }).waitFor();
    // The button is gone.
    await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor();
  });
});
