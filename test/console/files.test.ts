import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { accessibilityFaults } from '../support/accessibility.js';
import { lacksBrowser } from '../support/browser.js';
import { caller } from '../support/caller.js';
import { openConsole } from '../support/open-console.js';
import { deskName, desks, labelsTo, watched } from './desks.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe.skipIf(lacksBrowser)('the buttons of devices as a file', () => {
  const open = openConsole({ seed: desks(4) });

  /** Exports what a page shows. */
  async function exported(page: Page): Promise<string> {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Export (all )?as CSV$/ }).click();
    return readFileSync(await (await saved).path(), 'utf8');
  }

  const choose = (page: Page, csv: string): Promise<void> =>
    page.getByLabel('Import').setInputFiles({ name: 'floor 3.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });

  it('are exported, edited, and imported as one change', async () => {
    const page = await open().visit('#/');
    await page.getByLabel('Import').waitFor();
    const csv = await exported(page);
    for (const position of [0, 1, 2, 3]) expect(csv).toContain(deskName(position));
    await choose(page, csv.replaceAll('Old', 'New'));
    await page.getByRole('heading', { level: 1, name: 'floor 3.csv' }).waitFor();
    await page.getByRole('button', { name: 'Apply' }).and(page.locator('[aria-disabled=false]')).click();
    await page.locator('.facts .result--changed').waitFor();
    const labels = labelsTo(watched, open().simulator.state());
    expect(labels).toEqual(['0 dial New', '0 lamp New', '1 dial New', '2 dial Other', '2 lamp New', '3 dial New']);
  });

  it('are named with the lines in which something is wrong', async () => {
    const page = await open().visit('#/');
    const csv = await exported(page);
    const [head = '', ...rows] = csv.trimEnd().split(/\r?\n/);
    await choose(
      page,
      [head, ...rows.map((row, at) => (at === 2 ? row.replace(/speeddial|busylampfield/, 'x') : row))].join('\r\n'),
    );
    await page.getByRole('alert').getByText('line 4', { exact: true }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await choose(page, 'nothing of this kind');
    await expect.poll(() => page.getByText('line 4', { exact: true }).count()).toBe(0);
    await page.getByRole('alert').waitFor();
  });

  it('are exported for a device, a number and a search', async () => {
    const page = await open().visit(`#/phone/${deskName(1)}`);
    const ofDevice = await exported(page);
    expect(ofDevice).toContain(deskName(1));
    expect(ofDevice).not.toContain(deskName(0));
    const show = (hash: string) => page.evaluate(`location.hash = '${hash}'`);
    await show('#/number/7100');
    await page.getByRole('heading', { level: 1, name: '7100' }).waitFor();
    const ofNumber = await exported(page);
    for (const position of [0, 1]) expect(ofNumber).toContain(deskName(position));
    expect(ofNumber).not.toContain(deskName(2));
    await show(`#/search/Desk`);
    await page.getByRole('heading', { level: 1, name: 'Desk' }).waitFor();
    expect(await exported(page)).toContain(deskName(3));
  });
});

describe.skipIf(lacksBrowser)('a user who may only look up', () => {
  const open = openConsole({ seed: desks(1), settings: { READ_ONLY_USERS: caller.name } });

  it('exports, and imports nothing', async () => {
    const page = await open().visit('#/');
    await page.getByRole('button', { name: /^Export (all )?as CSV$/ }).waitFor();
    expect(await page.getByLabel('Import').count()).toBe(0);
  });
});
