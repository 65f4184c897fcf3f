import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { lacksBrowser, sharedBrowser } from '../support/browser.js';
import { openSignedIn, passIdleTime, signInAgain, startConsoleService } from '../support/console-service.js';
import { fullyDrawn, workMeter } from '../support/page-work.js';
import { usersFile } from '../support/change-users.js';
import { setList } from './device-page.js';
import { root } from '../support/project.js';

vi.setConfig({ testTimeout: 240_000 });

/** Phones with lamps that watch numbers which no device carries: 2,000 findings. */
function withFindings(): unknown {
  const company = JSON.parse(readFileSync(`${root}fixtures/company.json`, 'utf8')) as object;
  const key = (kind: string, n: number) => `${kind}0000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const numbers = Array.from({ length: 20 }, (_, n) => `${7200 + n}`);
  return {
    ...company,
    lines: numbers.map((pattern, n) => ({
      ...{ uuid: key('face', n), pattern, routePartition: 'PT-Internal', description: `Gone ${n}` },
    })),
    devices: Array.from({ length: 100 }, (_, n) => ({
      ...{ uuid: key('cafe', n), name: `SEPCAFE0000${String(n).padStart(4, '0')}`, description: `Desk ${n}` },
      ...{ product: 'Cisco 8841', model: 'Cisco 8841', protocol: 'SIP' },
      ...{ devicePool: 'DP-Stockholm', callingSearchSpace: 'CSS-Office', lines: [], speedDials: [] },
      busyLampFields: numbers.map((dirn, at) => ({
        ...{ index: at + 1, dirn, routePartition: 'PT-Internal', label: `Person ${at}`, pickup: false },
      })),
    })),
  };
}

describe.skipIf(lacksBrowser)('the page To fix, with 2,000 findings', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });

  it('is proposed by a user who may only propose', async () => {
    const { settings } = usersFile();
    const keeping = { INVENTORY: 'on', INVENTORY_PAGES_PER_MINUTE: '600' };
    const service = await startConsoleService({ settings: { ...settings, ...keeping } });
    onTestFinished(() => service.close());
    const agent = { name: 'agent', password: 'agent' };
    const { page, faults, close } = await openSignedIn(browser, service, '#/findings', agent);
    onTestFinished(close);
    const rows = page.locator('tbody tr');
    const isThere = async (): Promise<boolean> => {
      if ((await rows.count()) === 0) await page.reload().then(() => signInAgain(page, agent));
      return (await rows.count()) > 0;
    };
    await expect.poll(isThere, { timeout: 120_000, interval: 3000 }).toBe(true);
    await rows.filter({ hasText: 'remove it' }).first().getByRole('checkbox').check();
    // What is dismissed is hidden from all.
    expect(await page.getByRole('button', { name: 'Dismiss…' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Fix…' }).click();
    await page.getByRole('button', { name: 'Propose…' }).and(page.locator('[aria-disabled=false]')).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Propose', exact: true }).click();
    await page.getByRole('heading', { name: 'Fix 1 finding' }).waitFor();
    await page.getByText('proposed', { exact: true }).waitFor();
    expect(faults).toEqual([]);
  });

  it('shows parts, counts all, and selects without a delay', async () => {
    const settings = { INVENTORY: 'on', INVENTORY_PAGES_PER_MINUTE: '600' };
    const service = await startConsoleService({ seed: withFindings(), settings });
    onTestFinished(() => service.close());
    const { page, faults, close } = await openSignedIn(browser, service, '#/findings');
    onTestFinished(close);
    const rows = page.locator('tbody tr');
    const isThere = async (): Promise<number> => {
      if ((await rows.count()) === 0) await page.reload().then(() => signInAgain(page));
      return rows.count();
    };
    await expect.poll(isThere, { timeout: 120_000, interval: 3000 }).toBe(200);
    await page.getByRole('link', { name: 'All 2000' }).waitFor();
    const workFor = await workMeter(page);
    const ticked = page.getByText('1 of 200 selected');
    const tickMs = await workFor(async () => {
      await page.getByRole('checkbox', { name: 'Desk 3, Busy lamp field 1', exact: true }).check();
      await ticked.waitFor();
      await fullyDrawn(page);
    });
    process.stdout.write(`2,000 findings: a box is ticked in ${tickMs.toFixed(1)} ms of work\n`);
    expect(tickMs).toBeLessThan(100);
    await page.getByRole('button', { name: 'Show more (1800 left)' }).click();
    await expect.poll(() => rows.count()).toBe(400);
    await page.getByText('1 of 400 selected').waitFor();
    // With Shift, all from the last one are selected or deselected.
    await rows.nth(3).getByRole('checkbox').check();
    await rows
      .nth(7)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] });
    await page.getByText('5 of 400 selected').waitFor();
    await rows.nth(4).getByRole('checkbox').uncheck();
    await rows
      .nth(7)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] });
    await page.getByText('1 of 400 selected').waitFor();
    // A user who is signed out while typing a reason finds it unchanged after coming back.
    await page.getByRole('button', { name: 'Dismiss…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Dismiss 1 finding?' });
    await dialog.getByLabel('Reason').fill('x'.repeat(5000));
    await dialog.getByText('At most 200 characters. There are 5000.').waitFor();
    await dialog.getByLabel('Reason').fill('A shared desk');
    await passIdleTime(page);
    await page.getByText('You were signed out').waitFor();
    await signInAgain(page);
    await expect.poll(() => dialog.getByLabel('Reason').inputValue()).toBe('A shared desk');
    await dialog.getByLabel('Reason').press('Enter');
    await page.getByRole('link', { name: 'All 1999' }).waitFor();
    // A list that was changed has no findings before the next sweep: that is no all-clear.
    await setList(service.proxy.url, 'busylampfields?phone=SEPCAFE00000001', []);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('1 list was changed since the last sweep. The next sweep checks it.').waitFor();
    await page.getByRole('link', { name: /^All 19[78]\d$/ }).waitFor();
    await page.getByRole('button', { name: 'Sweep now' }).click();
    await page.getByRole('button', { name: 'The sweep has started…' }).waitFor();
    expect(faults).toEqual([]);
  });
});
