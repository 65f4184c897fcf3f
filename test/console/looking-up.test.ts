import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { browserTimeout, holdBack, lacksBrowser } from '../support/browser.js';
import { accessibilityFaults } from '../support/accessibility.js';
import { asUser, type ConsoleUnderTest, startConsole, users } from '../support/console.js';
import { keepingInventory, settled } from '../support/console-screens.js';
import { openConsole } from '../support/open-console.js';
import { tidy } from '../support/processes.js';

vi.setConfig({ testTimeout: 2 * browserTimeout, hookTimeout: 2 * browserTimeout });

describe.skipIf(lacksBrowser)('looking up in the console', () => {
  let console: ConsoleUnderTest;

  beforeAll(async () => {
    console = await startConsole({ AXL_TIMEOUT_MS: '8000' });
  });
  afterEach(async () => {
    await console.simulator.control('DELETE', 'misbehaviour');
    await console.leave();
  });
  afterAll(async () => {
    await console.close();
    await tidy();
  });

  async function lookUp(page: Page, text: string): Promise<void> {
    await page.getByLabel('Number, device name or description').fill(text);
    await page.keyboard.press('Enter');
  }

  it('shows the phones of a number with lines and buttons, and below them the buttons that point at it', async () => {
    const { page, faults } = await console.openAs(users.reader);
    await lookUp(page, '+1 408 555 4019');
    const phones = page.getByRole('region', { name: 'On ' });
    await phones.getByRole('link', { name: 'SEP00A1B2C30011' }).waitFor();
    await phones.getByRole('button', { name: 'Buttons of' }).first().press('Enter');
    await phones.getByText('María').first().waitFor();
    await lookUp(page, '6150');
    const pointing = page.getByRole('region', { name: 'Buttons to this number' });
    // The rows of the previous number may still be there for a moment.
    await expect.poll(() => pointing.getByRole('row').count()).toBeGreaterThan(3);
    // A reader cannot relabel.
    await expect.poll(() => page.getByRole('button', { name: 'Relabel…' }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  /** Answers some calls of the page with a problem. */
  async function answer(page: Page, calls: RegExp, status: number, code: string): Promise<void> {
    const body = { type: 'about:blank', title: `It is ${code}`, status, detail: 'So it is.', code, requestId: 'r1' };
    await page.route(calls, (route) =>
      route.fulfill({ status, contentType: 'application/problem+json', body: JSON.stringify(body) }),
    );
  }

  it('shows one outage once, also in the header, and loads the whole page again', async () => {
    const { page, faults } = await console.openAs(users.editor);
    const header = page.getByRole('banner');
    await header.getByText('ready').waitFor();
    await answer(page, /\/(phone|numbers|buttons)\?/, 502, 'call-manager-unreachable');
    await lookUp(page, '3100');
    await expect.poll(() => page.getByText('Not loaded.').count()).toBe(3);
    await expect.poll(() => page.getByRole('alert').allInnerTexts()).toHaveLength(1);
    await expect.poll(() => page.getByText('It is call-manager-unreachable').count()).toBe(1);
    await expect.poll(() => header.innerText()).toMatch(/^(?!.*ready).*not available/s);
    await page.unroute(/\/(phone|numbers|buttons)\?/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'On 5 phones' }).waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await header.getByText('ready').waitFor();
    await expect.poll(() => page.getByRole('status').allInnerTexts()).toContain('5 phones, 24 buttons');
    expect(faults).toEqual([]);
  });

  /** Scrolls the page of 3100 when it has loaded, and waits until the position is saved. */
  async function scrolledTo400(page: Page): Promise<void> {
    await page.getByRole('list', { name: 'Route partitions' }).waitFor();
    await page.getByRole('heading', { name: 'On 5 phones' }).waitFor();
    await page.getByRole('region', { name: 'Buttons to this number' }).getByRole('row').nth(24).waitFor();
    await page.evaluate('window.scrollTo(0, 400)');
    await expect.poll(() => page.evaluate('history.state?.scroll')).toBe(400);
  }

  it('scrolls back to the old position of a page, even if the upper part loads last', async () => {
    const { page } = await console.openAs(users.editor, '#/number/3100', { viewport: { width: 1000, height: 600 } });
    const carriers = page.getByRole('heading', { name: 'On 5 phones' });
    const last = page.getByRole('region', { name: 'Buttons to this number' }).getByRole('row').nth(24);
    await scrolledTo400(page);
    await page.evaluate("location.hash = '#/state'");
    await page.getByRole('heading', { name: 'State' }).waitFor();
    const goOn = await holdBack(page, /\/phone\?/, 'GET');
    await page.goBack();
    await last.waitFor();
    goOn();
    await carriers.waitFor();
    await expect.poll(() => page.evaluate('Math.round(window.scrollY)')).toBe(400);
  });

  it('scrolls back even right after a scroll, if the previous page loads slowly', async () => {
    const { page } = await console.openAs(users.editor, '#/number/3100', { viewport: { width: 1000, height: 300 } });
    await scrolledTo400(page);
    await page.evaluate("location.hash = '#/state'");
    await page.getByRole('heading', { name: 'State' }).waitFor();
    await expect.poll(() => page.evaluate('window.scrollY')).toBe(0);
    await page.evaluate(`new Promise((resolve) => {
      addEventListener('scroll', () => {
        addEventListener('popstate', () => {
          for (const end = performance.now() + 300; performance.now() < end;);
          resolve();
        }, { once: true });
        history.back();
      }, { once: true });
      scrollTo(0, 30);
    })`);
    await page.getByRole('heading', { name: 'On 5 phones' }).waitFor();
    await expect.poll(() => page.evaluate('Math.round(window.scrollY)')).toBe(400);
  });

  it('does not treat a fault of the call manager as an outage', async () => {
    const { page } = await console.openAs(users.editor);
    await answer(page, /\/buttons\?/, 502, 'call-manager-fault');
    await lookUp(page, '3100');
    await page.getByRole('region', { name: 'Buttons to this number' }).getByText('It is call-manager-fault').waitFor();
    await page.getByRole('heading', { name: 'On 5 phones' }).waitFor();
    await expect.poll(() => page.getByRole('banner').innerText()).toMatch(/ready/);
  });

  it('says that no one carries a number and nothing points at it', async () => {
    const { page } = await console.openAs(users.editor, '#/number/9999');
    await page.getByText('No phone has this number.').waitFor();
    await page.getByText('There is no speed dial and no busy lamp field to this number.').waitFor();
    await page.getByText('The call manager does not know this number.').waitFor();
  });

  it('keeps recent lookups in memory, only for this user', async () => {
    const { page } = await console.openAs(users.editor, '#/number/3100');
    await page.getByRole('heading', { name: 'On 5 phones' }).waitFor();
    await page.getByRole('link', { name: 'Phone buttons' }).click();
    await page.getByRole('heading', { name: 'On 5 phones' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: '3100' }).first().waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('User name').waitFor();
    expect(await page.content()).not.toContain('3100');
  });

  it('offers suggestions while typing: none before two characters, one request at a time, and none for an unchanged text', async () => {
    const { page, faults } = await console.openAs(users.editor);
    const asked: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (!url.pathname.endsWith('/suggest')) return;
      asked.push(url.searchParams.get('text') ?? '');
      // Suggestions may come from the inventory.
      expect(request.headers()['cache-control']).toBe('max-age=900, stale-if-error=604800');
    });
    const goOn = await holdBack(page, '**/suggest?*', 'GET');
    const field = page.getByRole('combobox', { name: 'Number, device name or description' });
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('6');
    await page.waitForTimeout(500);
    expect(asked).toEqual([]);
    await page.keyboard.type('1');
    await expect.poll(() => asked).toEqual(['61']);
    // More is typed while the answer is awaited. It waits for the answer, and only the last text is requested.
    for (const letter of ['3', '0']) {
      await page.keyboard.type(letter);
      await page.waitForTimeout(500);
    }
    expect(asked).toEqual(['61']);
    goOn();
    const offers = page.getByRole('listbox').getByRole('option');
    await expect.poll(() => asked).toEqual(['61', '6130']);
    await expect.poll(() => offers.allInnerTexts()).toEqual([expect.stringMatching(/^6130/)]);
    await expect.poll(() => field.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowDown');
    const id = (await page.getByRole('option', { selected: true }).getAttribute('id')) ?? 'none';
    await expect.poll(() => field.getAttribute('aria-activedescendant')).toBe(id);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => offers.count()).toBe(0);
    await expect.poll(() => field.inputValue()).toBe('6130');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: '6130' }).waitFor();
    await settled(page);
    // After a click, recent lookups are shown at once.
    await page.getByRole('link', { name: 'Phone buttons' }).click();
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('61');
    await page.getByRole('option', { name: /6130.*Recent/ }).click();
    await page.getByRole('heading', { level: 1, name: '6130' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('shows the age of suggestions from the inventory and of a page, and reads the page again', async () => {
    const { page, faults } = await console.openAs(users.reader);
    const field = page.getByRole('combobox');
    const age = page.getByRole('search').getByText(/^As of/);
    await field.fill('61');
    await page.getByRole('option').first().waitFor();
    expect(await age.count()).toBe(0);
    await page.route('**/suggest?*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), age: '200' } });
    });
    await field.fill('610');
    await page.getByRole('search').getByText('As of 3 min ago').waitFor();
    expect(await age.getAttribute('title')).toMatch(/\d\d?:\d\d:\d\d/);
    expect(await accessibilityFaults(page)).toEqual([]);
    for (const [address, calls] of [
      ['#/number/6150', ['buttons', 'numbers', 'phone']],
      ['#/search/reception', ['devices']],
    ] as const) {
      await page.goto(`${page.url().split('#')[0] ?? ''}${address}`);
      await page.getByText(/^Read \d+ s ago$/).waitFor();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname.slice(1)));
      await page.getByRole('button', { name: 'Refresh' }).click();
      await page.getByText('Read just now').waitFor();
      expect(asked.sort()).toEqual(calls);
    }
    expect(faults).toEqual([]);
  });

  it('offers longer numbers if a number is unknown, and says that nothing has it only if that is known', async () => {
    const { page } = await console.openAs(users.editor, '#/number/61');
    await page.getByText('Did you mean:').waitFor();
    await page
      .getByRole('main')
      .getByRole('link', { name: /^61\d\d$/ })
      .first()
      .waitFor();
    await page.goto(`${page.url().split('#')[0] ?? ''}#/search/00:a1:b2:c3:00:11`);
    await page.getByRole('main').getByRole('link', { name: 'SEP00A1B2C30011' }).waitFor();
    await lookUp(page, 'no such words');
    await page.getByText('No phone or device profile has this in its name or description.').waitFor();
    await answer(page, /\/suggest\?/, 502, 'call-manager-fault');
    await lookUp(page, 'nor such ones');
    await page.getByText('No suggestions.').waitFor();
    await expect.poll(() => page.getByText('No phone or device profile has this').count()).toBe(0);
  });

  it('has a useful start page: recent lookups, the state of everything, and the last changes, mine or all', async () => {
    for (const user of [users.editor, users.other]) {
      await asUser(console, user, 'speeddials?phone=SEP00A1B2C30003', {
        method: 'POST',
        body: JSON.stringify([{ index: '1', dirn: '0199', label: `By ${user}` }]),
      });
    }
    const { page } = await console.openAs(users.editor, '#/');
    const last = page.getByRole('region', { name: 'Recent changes' });
    await expect.poll(() => last.locator('tbody tr').count()).toBeGreaterThanOrEqual(2);
    await last.getByRole('button', { name: 'Mine' }).click();
    await expect.poll(() => last.locator('tbody').innerText()).not.toContain(users.other);
    await expect.poll(() => last.locator('tbody').innerText()).toContain(users.editor);
    await page.getByRole('region', { name: 'Call manager ready' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('has the shown text in its field, and nothing on a page that was not looked up', async () => {
    const { page } = await console.openAs(users.editor, '#/number/3100');
    const field = page.getByLabel('Number, device name or description');
    await expect.poll(() => field.inputValue()).toBe('3100');
    await page.getByRole('link', { name: 'Changes', exact: true }).click();
    await page.getByRole('heading', { name: 'Changes' }).waitFor();
    await expect.poll(() => field.inputValue()).toBe('');
    await field.fill('half a na');
    await page.goBack();
    await expect.poll(() => field.inputValue()).toBe('3100');
    await page.getByRole('link', { name: 'Phone buttons' }).click();
    await expect.poll(() => field.inputValue()).toBe('');
    await field.and(page.locator(':focus')).waitFor();
  });

  it('shows an answer within six frames of its arrival', async () => {
    /** @returns how many frames the page draws from the first answer until it is visible: 100 ms are six */
    const once = async (): Promise<number> => {
      const { page } = await console.openAs(users.editor);
      await page.evaluate(`
        window.drawn = [];
        const draw = (now) => drawn.push(now) && requestAnimationFrame(draw);
        requestAnimationFrame(draw);
        new MutationObserver(() => {
          if (document.querySelector('article')) window.shownAt ??= performance.now();
        }).observe(document.body, { childList: true, subtree: true })`);
      await lookUp(page, '3100');
      await page.getByRole('article').first().waitFor();
      const frames = await page.evaluate<number>(`{
        const { responseEnd } = performance.getEntriesByType('resource').find(({ name }) => name.includes('/phone?dirn'));
        drawn.filter((at) => at > responseEnd && at < shownAt).length
      }`);
      await console.leave();
      return frames;
    };
    // The least of several: the others show how busy the machine is.
    await expect.poll(once, { timeout: browserTimeout }).toBeLessThan(6);
  });

  it('says after three seconds that the call manager is slow', async () => {
    const { page } = await console.openAs(users.editor);
    await console.simulator.control('POST', 'misbehaviour', { kind: 'delay', ms: 4500 });
    await lookUp(page, '3100');
    await page.getByText('The call manager is slow to answer.').first().waitFor();
    await page.getByRole('heading', { name: 'On 5 phones' }).waitFor();
    await expect.poll(() => page.getByText('The call manager is slow to answer.').count()).toBe(0);
  });

  it('shows what went wrong, in the words of the service, and tries again', async () => {
    const { page } = await console.openAs(users.editor);
    await console.simulator.control('POST', 'misbehaviour', { kind: 'html' });
    await lookUp(page, '3100');
    const alert = page.getByRole('alert');
    await alert.getByText('Request').waitFor();
    await console.simulator.control('DELETE', 'misbehaviour');
    await expect
      .poll(() => alert.getByRole('button', { name: 'Try again', exact: true }).isEnabled(), { timeout: 40_000 })
      .toBe(true);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'On 5 phones' }).waitFor();
  });

  it('continues after the service was stopped and is back', async () => {
    const { page } = await console.openAs(users.editor);
    await console.stop();
    await lookUp(page, '3100');
    const alert = page.getByRole('alert');
    await alert.getByText('The service cannot be reached').waitFor();
    await console.startAgain();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'On 5 phones' }).waitFor();
    // The button is gone.
    await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor();
  });
});

describe.skipIf(lacksBrowser)('looking up with an inventory', () => {
  const open = openConsole({ settings: keepingInventory });

  it('finds the number of a person by the name, regardless of accents, on the page of results', async () => {
    const page = await open().visit('#/search/sjogren');
    const numbers = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Numbers', exact: true }) });
    // The first sweep may still be running.
    const found = async (): Promise<number> => {
      if ((await numbers.count()) === 0) {
        await page.evaluate("location.hash = '#/'");
        await page.getByRole('heading', { level: 1, name: 'Look up' }).waitFor();
        await page.evaluate("location.hash = '#/search/sjogren'");
        await page.getByRole('heading', { level: 1, name: 'Numbers and devices with “sjogren”' }).waitFor();
      }
      return numbers.getByText(/Sjögren/).count();
    };
    await expect.poll(found, { timeout: 60_000, interval: 1000 }).toBeGreaterThan(0);
    await numbers.getByRole('link').first().click();
    await page.getByRole('heading', { level: 2, name: 'Buttons to this number' }).waitFor();
  });
});
