import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { caller } from '../support/caller.js';
import { type ConsoleService, startConsoleService } from '../support/console-service.js';
import { type FirefoxPage, lacksFirefox, openFirefox } from '../support/firefox.js';
import { tidy } from '../support/processes.js';
import { dials, dialsHeld, setList } from './device-page.js';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const name = 'SEP00A1B2C30104';

describe.skipIf(lacksFirefox)('the console in Firefox', () => {
  let service: ConsoleService;
  let page: FirefoxPage;

  beforeAll(async () => {
    service = await startConsoleService();
    await setList(service.proxy.url, `speeddials?phone=${name}`, dials('1 2001 Anna', '2 2002 Bea'));
    page = await openFirefox();
  });
  afterAll(async () => {
    // It also ends Firefox if the connection failed.
    await tidy();
    await service.close();
  });

  const held = () => dialsHeld(service.simulator, name);
  /** The name of the focused element: its own, or the name of its cell's field. */
  const focused = () =>
    page.evaluate(`(({ activeElement: one }) => {
      const field = one.matches('[role=gridcell]') && one.querySelector('input, select');
      return field ? 'cell ' + field.getAttribute('aria-label') : one.getAttribute('aria-label') ?? one.textContent;
    })(document)`);
  const tabTo = async (goal: string): Promise<void> => {
    for (let presses = 0; presses < 40 && (await focused()) !== goal; presses += 1) await page.press('Tab');
    await expect.poll(focused).toBe(goal);
  };

  const signIn = async (): Promise<void> => {
    // The next address may differ only after `#`. Without this step, the page would not load again.
    await page.go('about:blank');
    await page.go(service.url);
    await page.sees('Sign in');
    while ((await page.evaluate('document.activeElement.autocomplete')) !== 'username') await page.press('Tab');
    await page.type(caller.name);
    await page.press('Tab');
    await page.type(caller.password);
    await page.press('Enter');
    await page.sees('Recent');
  };

  it('loads a screen that could not be loaded when it is asked for once more', async () => {
    await signIn();
    service.proxy.away = /seldom-/;
    await page.evaluate("void (location.hash = '#/changes')");
    await page.sees('Not loaded. If the service was upgraded, reload the page.');
    service.proxy.away = undefined;
    await page.click('Try again');
    await page.sees('Yesterday');
  });

  it('signs in, looks up, edits, saves, and takes it back', async () => {
    const before = page.faults.length;
    await signIn();
    await expect.poll(focused).toBe('Number, device name or description');
    await page.type(name);
    await page.press('Enter');
    await page.sees('Speed dials 2');

    await tabTo('cell Index at 1');
    await page.press('ArrowRight');
    await page.press('ArrowRight');
    await expect.poll(focused).toBe('cell Label at 1');
    await page.press('Enter');
    await page.type('Zoë');
    await page.press('Enter');
    await page.press('n');
    await expect.poll(focused).toBe('Number at 3');
    await page.type('2003');
    await page.press('Tab');
    await page.type('Cleo');
    await page.press('Control', 'Enter');
    await page.sees(`${name}?`);
    expect(held()).toEqual(['1 2001 Anna', '2 2002 Bea']);
    await expect.poll(focused).toContain(name);
    await page.press('Enter');
    await page.sees('Saved.');
    expect(held()).toEqual(['1 2001 Zoë', '2 2002 Bea', '3 2003 Cleo']);

    await page.click('Undo this change');
    await page.sees('The list is again as it was before it was saved.');
    expect(held()).toEqual(['1 2001 Anna', '2 2002 Bea']);

    await page.press('Control', 'k');
    await expect.poll(focused).toBe('Go to or do something');
    await page.type('6101');
    await page.press('Enter');
    await expect.poll(() => page.evaluate('location.hash')).toBe('#/number/6101');
    expect(page.faults.slice(before)).toEqual([]);
  });

  it('proposes a change, applies and undoes it', async () => {
    const before = page.faults.length;
    await page.evaluate(`location.hash = '#/phone/${name}'`);
    await page.sees('Speed dials 2');
    await tabTo('cell Index at 1');
    await page.press('ArrowRight');
    await page.press('ArrowRight');
    await page.press('Enter');
    await page.type('Ines');
    await page.press('Control', 'Enter');
    await page.sees(`${name}?`);
    await page.click('Propose…');
    await page.sees('Propose this change?');
    await expect.poll(() => page.evaluate('document.activeElement.closest("label")?.textContent')).toBe('Reason');
    await page.type('She has moved.');
    await page.press('Enter');
    await page.sees('She has moved.');
    await page.sees('Nothing is changed yet.');
    expect(held()).toEqual(['1 2001 Anna', '2 2002 Bea']);
    await page.click('Apply');
    await page.sees('What was changed');
    expect(held()).toEqual(['1 2001 Ines', '2 2002 Bea']);
    await page.click('Undo…');
    await page.click('Undo');
    await page.sees('Undone: the device has the list from before this change.');
    expect(held()).toEqual(['1 2001 Anna', '2 2002 Bea']);
    expect(page.faults.slice(before)).toEqual([]);
  });
});
