import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ask, caller } from '../support/caller.js';
import { accessibilityFaults } from '../support/accessibility.js';
import { lacksBrowser, launchBrowser } from '../support/browser.js';
import { type ConsoleOptions, openSignedIn, signInAgain, startConsoleService } from '../support/console-service.js';
import { dialogsOnReload, press, tabTo } from '../support/keyboard.js';
import { deskName, desks, labelsTo, ofTwo, watched } from './desks.js';

vi.setConfig({ testTimeout: 120_000 });

describe.skipIf(lacksBrowser)('relabelling in a browser, with the keyboard alone', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
  });

  /** Signs in to a console with so many desks, at the page that relabels a number. */
  async function at(number: string, count: number, options: ConsoleOptions = {}) {
    const service = await startConsoleService({ seed: desks(count), ...options });
    onTestFinished(() => service.close());
    const { page, faults } = await openSignedIn(browser, service, `#/number/${number}/relabel`);
    onTestFinished(() => page.context().close());
    const labels = (): string[] => labelsTo(number, service.simulator.state());
    return { ...service, page, faults, labels };
  }

  async function typeLabel(page: Page, label: string): Promise<void> {
    await tabTo(page, page.getByLabel('New label'));
    await page.keyboard.press('Control+A');
    await page.keyboard.type(label);
  }

  /** Types a label and starts the run. */
  async function start(page: Page, label: string): Promise<void> {
    await typeLabel(page, label);
    await page.keyboard.press('Enter');
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Change them' }));
  }

  const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });
  const result = (page: Page, place: number, kind = 'Speed dials'): Locator =>
    row(page, deskName(place)).filter({ hasText: kind }).getByRole('cell').last();
  const ended = (page: Page): Promise<void> => page.getByRole('button', { name: 'Show the buttons again' }).waitFor();

  it('shows the difference as the label is typed, then device by device, and changes what was chosen', async () => {
    const { page, faults, labels } = await at(watched, 4);
    await typeLabel(page, 'Ne');
    await expect.poll(() => row(page, deskName(1)).textContent()).toContain('Old →becomes Ne');
    await typeLabel(page, 'Other');
    await expect.poll(() => row(page, deskName(0)).textContent()).toContain('becomes Other');
    expect(await row(page, 'no change').count()).toBe(1);
    await typeLabel(page, 'New');
    // Only those with the old name, and not the speed dial of desk 1.
    await tabTo(page, page.getByLabel('Current label'));
    await page.keyboard.type('Old');
    await expect.poll(() => row(page, 'Other').count()).toBe(0);
    await tabTo(page, page.getByRole('checkbox', { name: 'Desk 1, Speed dial 4' }));
    await page.keyboard.press('Space');
    await press(page, page.getByRole('button', { name: 'Change 4 labels on 3 devices…' }));
    const dialog = page.getByRole('dialog', { name: 'Change 4 labels on 3 devices?' });
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(4);
    expect(await dialog.innerText()).not.toContain('Desk 1');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(labels()).not.toContain('0 dial New');
    await press(page, page.getByRole('button', { name: 'Change 4 labels on 3 devices…' }));
    await press(page, dialog.getByRole('button', { name: 'Change them' }));
    await ended(page);
    expect(await page.getByRole('status').allInnerTexts()).toContain('4 lists changed');
    expect(labels()).toEqual([
      ...['0 dial New', '0 lamp New', '1 dial Old', '2 dial Other', '2 lamp New'],
      '3 dial New',
    ]);
    await press(page, page.getByRole('button', { name: 'Show the buttons again' }));
    await expect.poll(() => row(page, 'New').count()).toBe(4);
    await page.getByRole('heading', { name: watched }).and(page.locator(':focus')).waitFor();
    expect(faults).toEqual([]);
  });

  it('chooses nothing where a number is two people, before one partition is chosen', async () => {
    const { page, labels, faults } = await at(ofTwo, 3);
    await page.getByText('Choose a partition to choose its busy lamp fields').waitFor();
    await typeLabel(page, 'Bo');
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    const anna = page.getByRole('checkbox', { name: 'Desk 0, Busy lamp field 9' });
    const bo = page.getByRole('checkbox', { name: 'Desk 1, Busy lamp field 9' });
    expect([await anna.isDisabled(), await bo.isDisabled()]).toEqual([true, true]);
    await page.keyboard.press('Enter');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await tabTo(page, page.getByLabel('Partition of the busy lamp fields'));
    await page.keyboard.type('PT-Lab');
    await expect.poll(() => bo.isEnabled()).toBe(true);
    expect(await anna.isDisabled()).toBe(true);
    await tabTo(page, bo);
    await page.keyboard.press('Space');
    await press(page, page.getByRole('button', { name: 'Change 1 label on 1 device…' }));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Change them' }));
    await ended(page);
    expect(labels()).toEqual(['0 dial Dial', '0 lamp Two', '1 lamp Bo']);
    expect(faults).toEqual([]);
  });

  it('waits as long as it is asked to, and says so', async () => {
    const { page, proxy, labels } = await at(watched, 2);
    proxy.faults.push({ status: 429, headers: { 'retry-after': '3' }, passedOn: false });
    const began = performance.now();
    await start(page, 'New');
    await page.getByText('The service asks to wait. The run continues at').waitFor();
    await ended(page);
    expect(performance.now() - began).toBeGreaterThan(2900);
    expect(await page.getByRole('status').allInnerTexts()).toContain('3 lists changed');
    expect(labels()).toEqual(['0 dial New', '0 lamp New', '1 dial New']);
  });

  it('leaves alone what somebody has changed since it was shown', async () => {
    const { page, proxy, labels, faults } = await at(watched, 3);
    await typeLabel(page, 'New');
    const theirs = [{ index: '4', dirn: watched, label: 'Theirs' }];
    expect(await ask(`${proxy.url}/speeddials?phone=${deskName(1)}`, theirs)).toMatchObject({ status: 200 });
    // Another entry of the list does not matter.
    const others = [{ index: '4', dirn: watched, label: 'Other' }];
    expect(await ask(`${proxy.url}/speeddials?phone=${deskName(2)}`, others)).toMatchObject({ status: 200 });
    await start(page, 'New');
    await ended(page);
    expect(await result(page, 1).innerText()).toBe('skipped: changed by somebody else');
    expect(await result(page, 2).innerText()).toBe('changed');
    expect(await page.getByRole('button', { name: 'Try the failed ones again' }).count()).toBe(0);
    expect(labels()).toEqual([...['0 dial New', '0 lamp New', '1 dial Theirs'], ...['2 dial New', '2 lamp New']]);
    expect(faults).toEqual([]);
  });

  it('says what is not known, and settles it by reading again', async () => {
    const { page, proxy, labels, faults } = await at(watched, 5);
    await typeLabel(page, 'New');
    // Of the first two writes, one is carried out and its answer lost, one is lost itself.
    proxy.faults.push({ status: 504, passedOn: true }, { status: 504, passedOn: false });
    await start(page, 'New');
    await ended(page);
    const readAgain = page.getByRole('button', { name: /^(Read again|Reading…)$/ });
    expect(await readAgain.count()).toBe(2);
    const left = labels();
    expect(left.filter((label) => !label.endsWith('New'))).toHaveLength(1);
    for (const more of [1, 0]) {
      await press(page, readAgain.first());
      await expect.poll(() => readAgain.count()).toBe(more);
    }
    // Reading changed nothing.
    expect(labels()).toEqual(left);
    const summary = page.getByRole('status').filter({ hasText: 'lists changed' });
    expect(await summary.innerText()).toBe('7 lists changed\n1 list not changed (confirmed by reading)');
    await press(page, page.getByRole('button', { name: 'Try the failed ones again' }));
    await expect.poll(() => page.getByRole('status').allInnerTexts()).toContain('8 lists changed');
    expect(labels().filter((label) => !label.endsWith('New'))).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('tells what the call manager refuses, in its own words, and stops after five in a row', async () => {
    const { page, simulator, labels } = await at(watched, 8);
    simulator.misbehave({ kind: 'fault', operation: 'updatePhone', message: 'No such <b>label</b> here', times: 99 });
    await start(page, 'New');
    await ended(page);
    await page.getByText('It ended because five lists in a row could not be changed.').waitFor();
    expect(await page.getByText('No such <b>label</b> here').count()).toBeGreaterThanOrEqual(5);
    expect(await page.getByRole('cell', { name: 'not reached', exact: true }).count()).toBeGreaterThanOrEqual(6);
    expect(labels().filter((label) => label.endsWith('New'))).toEqual([]);
  });

  it('stops when it is asked to, goes on while other pages are shown, and warns whoever leaves', async () => {
    const { page, labels, faults } = await at(watched, 12, { latencyMs: 400 });
    await start(page, 'New');
    await page.getByText(/^[2-9] of 18 lists done$/).waitFor();
    await press(page, page.getByRole('link', { name: 'Phone buttons' }));
    await page.getByRole('heading', { name: 'Look up' }).waitFor();
    expect(await dialogsOnReload(page)).toEqual(['beforeunload']);
    await press(page, page.getByRole('button', { name: 'Sign out' }));
    await page.getByRole('dialog', { name: 'Sign out and end the relabelling?' }).waitFor();
    await press(page, page.getByRole('button', { name: 'Stay' }));
    await page.goBack();
    await press(page, page.getByRole('button', { name: 'Stop' }));
    await ended(page);
    await page.getByText('You stopped it.').waitFor();
    const changed = labels().filter((label) => label.endsWith('New')).length;
    const told = await page.getByRole('cell', { name: 'changed', exact: true }).count();
    expect(told).toBe(changed);
    expect(await page.getByRole('cell', { name: 'not reached', exact: true }).count()).toBe(18 - told);
    expect(told).toBeLessThan(18);
    await press(page, page.getByRole('button', { name: 'Try the failed ones again' }));
    await expect
      .poll(() => page.getByRole('status').allInnerTexts(), { timeout: 60_000 })
      .toContain('18 lists changed');
    expect(labels().filter((label) => !label.endsWith('New'))).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('finishes what is under way when nobody is there any more, and says what was not reached', async () => {
    const { page, labels, faults } = await at(watched, 10, { latencyMs: 700 });
    await start(page, 'New');
    await expect.poll(() => labels().some((label) => label.endsWith('New')), { timeout: 30_000 }).toBe(true);
    // The clock alone, no timer: those of the requests under way go on.
    await page.clock.setSystemTime(Date.now() + 15 * 60_000);
    await page.getByText('You were signed out').waitFor();
    const atSignOut = labels().filter((label) => label.endsWith('New')).length;
    await signInAgain(page);
    await page.getByText('It ended because you were signed out.').waitFor();
    const rowsSaying = (result: string) => page.getByRole('cell', { name: result, exact: true }).count();
    await expect
      .poll(async () => (await rowsSaying('changed')) + (await rowsSaying('not reached')), { timeout: 30_000 })
      .toBe(15);
    const changed = labels().filter((label) => label.endsWith('New')).length;
    expect(changed).toBeGreaterThan(0);
    expect(changed).toBeLessThanOrEqual(atSignOut + 2);
    expect(await rowsSaying('changed')).toBe(changed);
    expect(faults).toEqual([]);
  });

  it('has nothing that axe finds', async () => {
    const { page, proxy } = await at(watched, 3);
    await typeLabel(page, 'Other');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    proxy.faults.push(
      { status: 504, passedOn: false },
      { status: 429, headers: { 'retry-after': '9' }, passedOn: false },
    );
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Change them' }));
    await page.getByText('The service asks to wait.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await press(page, page.getByRole('button', { name: 'Stop' }));
    await ended(page);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('shows any label as text', async () => {
    const { page, labels, faults } = await at(watched, 1);
    const hostile = '<img onerror=x>\u202egpj.😀 &amp;';
    await tabTo(page, page.getByLabel('New label'));
    await page.keyboard.insertText(hostile);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.getByText(hostile).count()).toBe(2);
    await press(page, dialog.getByRole('button', { name: 'Change them' }));
    await ended(page);
    await page.getByRole('heading', { name: hostile }).waitFor();
    expect(await page.locator('img, script:not([src])').count()).toBe(0);
    expect(labels()).toEqual([`0 dial ${hostile}`, `0 lamp ${hostile}`]);
    expect(faults).toEqual([]);
  });

  it('offers nothing to who may only look up', async () => {
    const { page } = await at(watched, 1, { settings: { READ_ONLY_USERS: caller.name } });
    await page.getByText('This user may only look up.').waitFor();
    expect(await page.getByLabel('New label').count()).toBe(0);
  });
});
