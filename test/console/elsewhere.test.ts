import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from '../../src/client/index.js';
import { accessibilityFaults } from '../support/accessibility.js';
import { lacksBrowser, sharedBrowser } from '../support/browser.js';
import { ask, caller } from '../support/caller.js';
import { dial } from '../support/changes.js';
import { type ConsoleOptions, openSignedIn, startConsoleService } from '../support/console-service.js';
import { press, tabTo } from '../support/keyboard.js';
import { serviceSettings, startTestService } from '../support/test-service.js';
import { sweepAgain } from '../support/watching.js';
import { deskName, desks } from './desks.js';

vi.setConfig({ testTimeout: 240_000 });

describe.skipIf(lacksBrowser)('changes made elsewhere, or with an unknown outcome', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });

  async function start(options: ConsoleOptions) {
    const service = await startConsoleService({ seed: desks(3), ...options });
    onTestFinished(() => service.close());
    const open = async (hash: string) => {
      const opened = await openSignedIn(browser, service, hash);
      onTestFinished(opened.close);
      return opened;
    };
    return { ...service, open };
  }

  const rows = (page: Page): Promise<string[]> => page.locator('tbody tr').allInnerTexts();

  it('shows a change that someone has made elsewhere, with its time range, and undoes it', async () => {
    const { simulator, proxy, open } = await start({
      settings: { INVENTORY: 'on', INVENTORY_PAGES_PER_MINUTE: '600' },
    });
    const other = await startTestService(serviceSettings(simulator.url));
    onTestFinished(() => other.stop('test'));
    const client = createClient({ baseUrl: proxy.url, username: caller.name, password: caller.password });
    const sweep = (): Promise<void> => sweepAgain(client, 90_000);
    await sweep();
    const before = simulator.state()[1]?.speedDials;
    expect((await ask(`${other.url}/speeddials?phone=${deskName(1)}`, [dial(1, '0199', 'Theirs')])).status).toBe(200);
    expect((await ask(`${proxy.url}/speeddials?phone=${deskName(2)}`, [dial(1, '0199', 'Ours')])).status).toBe(200);
    await sweep();

    const { page, faults } = await open('#/changes');
    await expect.poll(() => rows(page)).toHaveLength(2);
    await tabTo(page, page.getByLabel('Source'));
    await page.keyboard.type('Else');
    await page.keyboard.press('Enter');
    await press(page, page.getByRole('button', { name: 'Show', exact: true }));
    await expect.poll(() => rows(page)).toEqual([expect.stringContaining(deskName(1))]);
    expect(new URL(page.url()).hash).toBe('#/changes?source=elsewhere');
    expect(await rows(page)).toEqual([
      expect.stringMatching(/changed elsewhere, between \d+ \w+ \d+, \d\d:\d\d and \d\d:\d\d/),
    ]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel('Source').selectOption('This service');
    await press(page, page.getByRole('button', { name: 'Show', exact: true }));
    await expect.poll(() => rows(page)).toEqual([expect.stringContaining(deskName(2))]);
    await page.goBack();
    await expect.poll(() => rows(page)).toEqual([expect.stringContaining(deskName(1))]);

    await press(page, page.locator('tbody').getByRole('link').first());
    await page.getByText('changed elsewhere, between').waitFor();
    await press(page, page.getByRole('button', { name: 'Undo…' }));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }));
    await page.getByText('Undone: the device has the list from before this change.').waitFor();
    expect(simulator.state()[1]?.speedDials).toEqual(before);
    await page.goBack();
    await expect.poll(() => rows(page)).toEqual([expect.stringMatching(/undone by \d/)]);
    expect(faults).toEqual([]);
  });

  it('shows what was found later about a change of unknown outcome', async () => {
    const { simulator, proxy, open } = await start({
      settings: { AXL_TIMEOUT_MS: '4000', REQUEST_DEADLINE_MS: '4000' },
    });
    // The answer to the write comes when no one waits for it any more. The next write reads the result.
    simulator.misbehave({ kind: 'delay', operation: 'updatePhone', ms: 7000, times: 1 });
    const set = async (label: string) =>
      (await ask(`${proxy.url}/speeddials?phone=${deskName(1)}`, [dial(1, '0199', label)])).status;
    expect(await set('Late')).toBe(504);
    await expect.poll(() => set('Next'), { timeout: 60_000, interval: 500 }).toBe(200);
    const { page, faults } = await open('#/changes');
    await expect.poll(() => rows(page)).not.toEqual([]);
    expect((await rows(page)).at(-1)).toMatch(/may or may not be changed\s*found later: it was (not )?applied \(.*\)/);
    await press(page, page.locator('tbody tr').last().getByRole('link').first());
    await page.getByRole('heading', { name: /^What was (changed|requested)$/ }).waitFor();
    await page.getByText('found later: it was').waitFor();
    expect(faults).toEqual([]);
  });
});
