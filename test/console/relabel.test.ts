import type { Browser, Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ask, authorization, caller } from '../support/caller.js';
import { accessibilityFaults } from '../support/accessibility.js';
import { lacksBrowser, sharedBrowser } from '../support/browser.js';
import {
  type ConsoleOptions,
  openSignedIn,
  passIdleTime,
  signInAgain,
  startConsoleService,
} from '../support/console-service.js';
import { dialogsOnReload, press, tabTo } from '../support/keyboard.js';
import { deskName, desks, labelsTo, ofTwo, watched } from './desks.js';

vi.setConfig({ testTimeout: 240_000 });

describe.skipIf(lacksBrowser)('relabelling in a browser, using only the keyboard', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });

  /** Signs in to a console with this many desks, at the page that relabels a number. */
  async function at(number: string, count: number, options: ConsoleOptions = {}) {
    const service = await startConsoleService({ seed: desks(count), ...options });
    onTestFinished(() => service.close());
    const { page, faults, close } = await openSignedIn(browser, service, `#/number/${number}/relabel`);
    onTestFinished(close);
    const labels = (): string[] => labelsTo(number, service.simulator.state());
    return { ...service, page, faults, labels };
  }

  async function typeLabel(page: Page, label: string): Promise<void> {
    await tabTo(page, page.getByLabel('New label'));
    await page.keyboard.press('Control+A');
    await page.keyboard.type(label);
  }

  /** Types a label and asks for the change. */
  async function start(page: Page, label: string): Promise<void> {
    await typeLabel(page, label);
    await page.keyboard.press('Enter');
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Change them' }));
  }

  const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });
  const state = (page: Page): Locator => page.locator('.facts .result');
  /** Waits until the change has ended that the page shows. */
  const ended = async (page: Page, how: 'done' | 'partly done' | 'changed' = 'done'): Promise<void> => {
    await page.waitForURL(/#\/changes\/\d+$/);
    await expect.poll(() => state(page).innerText(), { timeout: 60_000 }).toBe(how);
  };
  const told = (page: Page, words: string): Promise<void> =>
    page.locator('.facts__fact').filter({ hasText: words }).waitFor();

  it('shows the difference while the label is typed, then device by device, and changes the selection', async () => {
    const { page, faults, labels } = await at(watched, 4);
    await typeLabel(page, 'Ne');
    await expect.poll(() => row(page, deskName(1)).textContent()).toContain('Old →becomes Ne');
    await typeLabel(page, 'Other');
    await expect.poll(() => row(page, deskName(0)).textContent()).toContain('becomes Other');
    await expect.poll(() => row(page, 'no change').count()).toBe(1);
    await typeLabel(page, 'New');
    // Only the ones with the old name, without the speed dial of desk 1.
    await tabTo(page, page.getByLabel('Current label'));
    await page.keyboard.type('Old');
    await expect.poll(() => row(page, 'Other').count()).toBe(0);
    await tabTo(page, page.getByRole('checkbox', { name: 'Desk 1, Speed dial 4' }));
    await page.keyboard.press('Space');
    await press(page, page.getByRole('button', { name: 'Change…', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Change 4 labels of buttons to ' });
    // One line for all of them, which opens.
    await expect.poll(() => dialog.getByRole('row').allInnerTexts()).toHaveLength(2);
    await expect
      .poll(() => dialog.getByRole('row').last().innerText())
      .toMatch(/^Old\s+→\s*New\s+4 buttons on 3 devices$/);
    await press(page, dialog.getByText('4 buttons on 3 devices', { exact: true }));
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(4);
    await expect.poll(() => dialog.innerText()).not.toContain('Desk 1');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(labels()).not.toContain('0 dial New');
    await press(page, page.getByRole('button', { name: 'Change…', exact: true }));
    await press(page, dialog.getByRole('button', { name: 'Change them' }));
    await ended(page);
    await told(page, '4 lists changed');
    expect(labels()).toEqual([
      ...['0 dial New', '0 lamp New', '1 dial Old', '2 dial Other', '2 lamp New'],
      '3 dial New',
    ]);
    await page.goBack();
    // The typed label, the selection and the filter stay.
    await expect.poll(() => row(page, 'Old').count()).toBe(1);
    await expect.poll(() => page.getByLabel('New label').inputValue()).toBe('New');
    await expect.poll(() => page.getByLabel('Current label').innerText()).toContain('Old (1)');
    expect(faults).toEqual([]);
  });

  it('keeps the label and the selection over other pages and after signing out for being idle, and warns before they are lost', async () => {
    const { page, labels, faults } = await at(watched, 4);
    await typeLabel(page, 'New');
    await tabTo(page, page.getByLabel('Kind'));
    await page.keyboard.type('Speed');
    await tabTo(page, page.getByRole('checkbox', { name: 'Desk 1, Speed dial 4' }));
    await page.keyboard.press('Space');
    expect(await dialogsOnReload(page)).toEqual(['beforeunload']);
    await press(page, page.getByRole('link', { name: 'Phone buttons' }));
    await page.getByText('1 relabelling not started').click();
    await press(page, page.getByRole('link', { name: `Relabel ${watched}` }));
    const kept = async () => ({
      label: await page.getByLabel('New label').inputValue(),
      rows: await page.getByRole('checkbox', { name: /^Desk/ }).count(),
      chosen: await page.getByRole('checkbox', { name: /^Desk/, checked: true }).count(),
    });
    await page.getByLabel('New label').waitFor();
    await expect.poll(kept).toEqual({ label: 'New', rows: 4, chosen: 3 });
    await passIdleTime(page);
    await page.getByText('You were signed out').waitFor();
    await signInAgain(page);
    await page.getByLabel('New label').waitFor();
    await expect.poll(kept).toEqual({ label: 'New', rows: 4, chosen: 3 });
    await press(page, page.getByRole('button', { name: 'Discard' }));
    await expect.poll(kept).toEqual({ label: '', rows: 7 - 1, chosen: 7 - 1 });
    expect(labels().some((label) => label.endsWith('New'))).toBe(false);
    expect(faults).toEqual([]);
  });

  it('selects nothing if a number belongs to two people, before a partition is chosen', async () => {
    const { page, labels, faults } = await at(ofTwo, 3);
    await page.getByText('Choose a partition to select its busy lamp fields').waitFor();
    await typeLabel(page, 'Bo');
    await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    const anna = page.getByRole('checkbox', { name: 'Desk 0, Busy lamp field 9' });
    const bo = page.getByRole('checkbox', { name: 'Desk 1, Busy lamp field 9' });
    await expect.poll(async () => [await anna.isDisabled(), await bo.isDisabled()]).toEqual([true, true]);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await tabTo(page, page.getByLabel('Partition of the busy lamp fields'));
    await page.keyboard.type('PT-Lab');
    await expect.poll(() => bo.isEnabled()).toBe(true);
    await expect.poll(() => anna.isDisabled()).toBe(true);
    await tabTo(page, bo);
    await page.keyboard.press('Space');
    await press(page, page.getByRole('button', { name: 'Change…', exact: true }));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Change it' }));
    // A change of one list shows the state of its list.
    await ended(page, 'changed');
    expect(labels()).toEqual(['0 dial Dial', '0 lamp Two', '1 lamp Bo']);
    expect(faults).toEqual([]);
  });

  it('leaves out what someone has changed since it was shown, and says so first', async () => {
    const { page, proxy, labels, faults } = await at(watched, 3);
    await typeLabel(page, 'New');
    const theirs = [{ index: '4', dirn: watched, label: 'Theirs' }];
    expect(await ask(`${proxy.url}/speeddials?phone=${deskName(1)}`, theirs)).toMatchObject({ status: 200 });
    // A change of another entry in the list does not matter.
    const others = [{ index: '4', dirn: watched, label: 'Other' }];
    expect(await ask(`${proxy.url}/speeddials?phone=${deskName(2)}`, others)).toMatchObject({ status: 200 });
    await start(page, 'New');
    const dialog = page.getByRole('dialog', { name: 'Change these lists?' });
    await dialog.getByText('One list is left out').waitFor();
    expect(await dialog.getByRole('link', { name: deskName(1) }).count()).toBe(1);
    await press(page, dialog.getByRole('button', { name: 'Change the other 4 lists' }));
    await ended(page);
    expect(labels()).toEqual([...['0 dial New', '0 lamp New', '1 dial Theirs'], ...['2 dial New', '2 lamp New']]);
    expect(faults).toEqual([]);
  });

  it('goes on in the service if its page is closed, and is shown with all its lists afterwards', async () => {
    const { page, url, simulator, labels } = await at(watched, 12);
    simulator.misbehave({ kind: 'delay', operation: 'updatePhone', ms: 300, times: 99 });
    await start(page, 'New');
    await page.waitForURL(/#\/changes\/\d+$/);
    await page.getByText(/^[1-9]\d? of 18 lists done$/).waitFor();
    const { hash } = new URL(page.url());
    await page.goto('about:blank');
    expect(labels().some((label) => label.endsWith('Old'))).toBe(true);
    await expect.poll(() => labels().filter((label) => !label.endsWith('New')), { timeout: 60_000 }).toEqual([]);
    await page.goto(`${url}${hash}`);
    await signInAgain(page);
    await ended(page);
    await told(page, '18 lists changed');
  });

  it('shows the call manager’s refusals in its own words, and goes on with the other lists', async () => {
    const { page, simulator, labels } = await at(watched, 3);
    simulator.misbehave({ kind: 'fault', operation: 'updatePhone', message: 'No such <b>label</b> here', times: 2 });
    await start(page, 'New');
    await ended(page, 'partly done');
    await expect.poll(() => page.getByText('No such <b>label</b> here').count()).toBe(2);
    expect(labels().filter((label) => label.endsWith('New'))).toHaveLength(3);
    await press(page, page.getByRole('button', { name: 'Continue…' }));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Apply' }));
    await ended(page);
    expect(labels().filter((label) => !label.endsWith('New'))).toEqual([]);
  });

  /** Signs in to a console with this many desks, at the page of a number. */
  async function atNumber(number: string, count: number, first: Readonly<Record<string, object>> = {}) {
    const opened = await at(number, count);
    for (const [target, body] of Object.entries(first)) {
      const headers = { authorization: authorization(), 'content-type': 'application/json' };
      await fetch(new URL(target, opened.url), { method: 'PUT', headers, body: JSON.stringify(body) });
    }
    await opened.page.goto(`${opened.url}#/number/${number}`);
    await opened.page.getByRole('button', { name: 'Label', exact: true }).waitFor();
    return opened;
  }

  const labelsShown = (page: Page) => page.locator('.pointing tbody tr td:last-child').allInnerTexts();
  const box = (page: Page, name: string) => page.getByRole('checkbox', { name });

  it('sorts the buttons of a number by each column, and shows the ones with one label', async () => {
    const { page } = await atNumber(watched, 3);
    await expect.poll(() => labelsShown(page)).toEqual(['Old', 'Old', 'Old', 'Old', 'Other']);
    // The person comes before the name of the device.
    await expect.poll(() => page.locator('.pointing tbody tr').first().innerText()).toMatch(/Desk 0 SEPFACE00000000/);
    await press(page, page.getByRole('button', { name: 'Label', exact: true }));
    await press(page, page.getByRole('button', { name: 'Label', exact: true }));
    await expect.poll(() => labelsShown(page)).toEqual(['Other', 'Old', 'Old', 'Old', 'Old']);
    await expect.poll(() => page.locator('th[aria-sort=descending]').innerText()).toBe('Label');
    await tabTo(page, page.getByRole('combobox', { name: 'Label', exact: true }));
    await page.keyboard.type('Other');
    await expect.poll(() => labelsShown(page)).toEqual(['Other']);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('selects with Shift, copies as CSV, points buttons at another number, and removes them', async () => {
    // One button dials a code behind the number, and keeps it.
    const { page, simulator, faults } = await atNumber(watched, 3, {
      [`/speeddials/4?phone=${deskName(1)}`]: { dirn: `${watched},,12#`, label: 'Old' },
    });
    await page.getByText(`${watched},,12#`).waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await tabTo(page, box(page, 'Desk 0, Busy lamp field 3'));
    await page.keyboard.press('Space');
    await tabTo(page, box(page, 'Desk 1, Speed dial 4'));
    await page.keyboard.press('Shift+Space');
    await page.getByText('3 of 5 selected').waitFor();
    await press(page, page.getByRole('button', { name: 'Copy as CSV' }));
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = (await page.evaluate<string>('navigator.clipboard.readText()')).trim().split(/\r?\n/);
    expect(copied).toHaveLength(4);
    expect(copied[1]).toBe(`${deskName(0)},phone,Desk 0,busylampfield,3,${watched},PT-Internal,Old`);

    await press(page, page.getByRole('button', { name: 'Change number…' }));
    const dialog = page.getByRole('dialog', { name: 'Change the number of 3 buttons to ' });
    await dialog.getByLabel('New number').and(page.locator(':focus')).waitFor();
    await page.keyboard.type(ofTwo);
    // A user who is signed out in the meantime finds it unchanged after coming back.
    await passIdleTime(page);
    await page.getByText('You were signed out').waitFor();
    await signInAgain(page);
    await expect.poll(() => dialog.getByLabel('New number').inputValue()).toBe(ofTwo);
    const change = dialog.getByRole('button', { name: 'Change them' });
    // The number may belong to two people, so the lamp needs a partition.
    await tabTo(page, dialog.getByLabel('Partition of the busy lamp fields'));
    await expect.poll(() => change.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.type('PT-Lab');
    await dialog
      .getByText('3 buttons on 2 devices', { exact: true })
      .or(dialog.getByRole('row').last())
      .first()
      .waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await press(page, change);
    await ended(page);
    const pointing = labelsTo(ofTwo, simulator.state());
    expect(pointing).toEqual([...['0 dial Old', '0 dial Dial', '0 lamp Old', '0 lamp Two'], '1 lamp Two']);
    expect(simulator.state()[1]?.speedDials).toContainEqual({ index: 4, dirn: `${ofTwo},,12#`, label: 'Old' });
    expect(simulator.state()[0]?.busyLampFields[0]).toMatchObject({ dirn: ofTwo, routePartition: 'PT-Lab' });

    await page.goBack();
    await expect.poll(() => labelsShown(page)).toEqual(['Old', 'Other']);
    await tabTo(page, box(page, 'Select all shown buttons'));
    await page.keyboard.press('Space');
    await press(page, page.getByRole('button', { name: 'Remove…' }));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Remove them' }));
    await ended(page);
    expect(labelsTo(watched, simulator.state())).toEqual([]);
    // Buttons that were not selected are still there.
    expect(labelsTo('0100', simulator.state())).toHaveLength(3);
    expect(faults).toEqual([]);
  });

  it('is one line of the changes, and is undone at once', async () => {
    const { page, url, labels, faults, proxy } = await at(watched, 3);
    const before = labels();
    await start(page, 'New');
    await ended(page);
    await page.getByRole('heading', { name: `Relabel ${watched}: “New”` }).waitFor();
    await page.goto(`${url}#/changes`);
    await expect.poll(() => page.locator('tbody tr').allInnerTexts()).toHaveLength(1);
    await expect.poll(() => page.locator('tbody tr').innerText()).toContain('5 lists changed');
    await press(page, page.getByRole('link', { name: `Relabel ${watched}` }));
    // Someone changes one of the lists.
    const theirs = [{ index: '4', dirn: watched, label: 'Theirs' }];
    expect(await ask(`${proxy.url}/speeddials?phone=${deskName(1)}`, theirs)).toMatchObject({ status: 200 });
    await press(page, page.getByRole('button', { name: 'Undo…' }));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }));
    await page.getByRole('heading', { name: `Undo of change 1: Relabel ${watched}: “New”` }).waitFor();
    await ended(page, 'partly done');
    await told(page, '4 lists changed');
    await told(page, '1 list not changed: someone else had changed it');
    expect(labels()).toEqual(before.map((label) => (label.startsWith('1 dial') ? '1 dial Theirs' : label)));
    expect(await accessibilityFaults(page)).toEqual([]);
    await press(page, page.locator('.facts').getByRole('link', { name: 'Change 1' }));
    await page.getByText('Partly undone.').waitFor();
    await expect.poll(() => page.getByRole('link', { name: /^undone by \d/ }).count()).toBe(4);
    expect(faults).toEqual([]);
  });

  it('shows what is probably wrong by number, and fixes the selection as one change', async () => {
    const settings = { INVENTORY: 'on', INVENTORY_PAGES_PER_MINUTE: '600' };
    const { page, url, simulator, faults } = await at(watched, 6, { settings });
    const wrong = labelsTo(watched, simulator.state()).filter((label) => label.endsWith('Other'));
    expect(wrong).toEqual(['2 dial Other']);
    await page.goto(`${url}#/`);
    await press(page, page.getByRole('link', { name: 'To fix' }));
    const row = page
      .getByRole('row')
      .filter({ hasText: deskName(2) })
      .filter({ hasText: 'Other' });
    await expect
      .poll(
        async () => {
          if ((await row.count()) === 0) await page.reload().then(() => signInAgain(page));
          return row.count();
        },
        { timeout: 60_000, interval: 2000 },
      )
      .toBe(1);
    await page.getByText(/^As of (just now|\d+ (s|min) ago)$/).waitFor();
    await press(page, page.getByRole('link', { name: /^Unlike others 1/ }));
    await page.getByText('Most buttons to the number have another label.').waitFor();
    await expect.poll(() => row.innerText()).toMatch(/Other\s+Old/);
    const box = page.getByRole('checkbox', { name: 'Desk 2, Speed dial 4' });
    await tabTo(page, box);
    await page.keyboard.press('Space');
    await press(page, page.getByRole('button', { name: 'Dismiss…' }));
    await page.getByRole('dialog', { name: 'Dismiss 1 finding?' }).waitFor();
    await page.keyboard.type('It is another one.');
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }));
    await expect.poll(() => row.count()).toBe(0);
    await press(page, page.getByRole('link', { name: 'Dismissed' }));
    await expect.poll(() => row.innerText()).toContain(`${caller.name}: It is another one.`);
    await tabTo(page, box);
    await page.keyboard.press('Space');
    await press(page, page.getByRole('button', { name: 'Restore' }));
    await page.getByText('No finding is dismissed.').waitFor();
    await press(page, page.getByRole('navigation', { name: 'What is wrong' }).getByRole('link', { name: 'To fix' }));
    await expect.poll(() => row.count()).toBe(1);
    await tabTo(page, page.getByRole('checkbox', { name: 'Desk 2, Speed dial 4' }));
    await page.keyboard.press('Space');
    expect(await accessibilityFaults(page)).toEqual([]);
    await press(page, page.getByRole('button', { name: 'Fix…' }));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Change it' }));
    await page.waitForURL(/#\/changes\/\d+$/);
    await expect.poll(() => labelsTo(watched, simulator.state())).toContain('2 dial Old');
    expect(faults).toEqual([]);
  });

  it('has no findings of axe', async () => {
    const { page } = await at(watched, 3);
    await typeLabel(page, 'Other');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Change them' }));
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
    const shown = hostile.replace('\u202e', '\\u{202E}');
    await expect.poll(() => dialog.getByText(shown).count()).toBe(1);
    await press(page, dialog.getByRole('button', { name: 'Change them' }));
    await ended(page);
    await page.getByRole('heading', { name: `“${shown}”` }).waitFor();
    expect(await page.locator('img, script:not([src])').count()).toBe(0);
    expect(labels()).toEqual([`0 dial ${hostile}`, `0 lamp ${hostile}`]);
    expect(faults).toEqual([]);
  });

  it('offers no changes to users who may only look up', async () => {
    const { page } = await at(watched, 1, { settings: { READ_ONLY_USERS: caller.name } });
    await page.getByText('You are signed in as a read-only user.').waitFor();
    await expect.poll(() => page.getByLabel('New label').count()).toBe(0);
  });
});
