import type { Browser, Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ask, authorization, caller } from '../support/caller.js';
import { accessibilityFaults } from '../support/accessibility.js';
import { holdBack, lacksBrowser, sharedBrowser } from '../support/browser.js';
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

  /** Types a label and starts the run. */
  async function start(page: Page, label: string): Promise<void> {
    await typeLabel(page, label);
    await page.keyboard.press('Enter');
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Change them' }));
  }

  const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });
  const result = (page: Page, position: number, kind = 'Speed dials'): Locator =>
    row(page, deskName(position)).filter({ hasText: kind }).getByRole('cell').last();
  const ended = (page: Page): Promise<void> => page.getByRole('button', { name: 'Show the buttons again' }).waitFor();

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
    await expect.poll(() => page.getByRole('status').allInnerTexts()).toContain('4 lists changed');
    expect(labels()).toEqual([
      ...['0 dial New', '0 lamp New', '1 dial Old', '2 dial Other', '2 lamp New'],
      '3 dial New',
    ]);
    await press(page, page.getByRole('button', { name: 'Show the buttons again' }));
    // The typed label, the selection and the filter stay.
    await expect.poll(() => row(page, 'Old').count()).toBe(1);
    await expect.poll(() => page.getByLabel('New label').inputValue()).toBe('New');
    await expect.poll(() => page.getByLabel('Current label').innerText()).toContain('Old (1)');
    await page.getByLabel('New label').and(page.locator(':focus')).waitFor();
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

  it('shows the progress and the end on every page', async () => {
    const { page, labels, faults } = await at(watched, 4);
    const goOn = await holdBack(page, '**/speeddials?*', 'POST');
    await start(page, 'New');
    await press(page, page.getByRole('link', { name: 'Phone buttons' }));
    await page.getByText(new RegExp(`^Relabel ${watched}: “New” · \\d of 6 lists done$`)).waitFor();
    await expect.poll(() => page.title()).toMatch(/^\d of 6 · Look up – Phone buttons$/);
    expect(await accessibilityFaults(page)).toEqual([]);
    goOn();
    const told = page.getByRole('banner').getByText(`Relabel ${watched}: “New” · ended: 6 lists changed`);
    await told.waitFor();
    await expect.poll(() => page.getByRole('status').allInnerTexts()).toContain(await told.innerText());
    await expect.poll(() => page.title()).toBe('Ended · Look up – Phone buttons');
    await press(page, page.getByRole('link', { name: 'See the results' }));
    await ended(page);
    await press(page, page.getByRole('link', { name: 'Phone buttons' }));
    await page.getByRole('heading', { name: 'Look up' }).waitFor();
    await expect.poll(async () => [await told.count(), await page.title()]).toEqual([0, 'Look up – Phone buttons']);
    expect(labels().every((label) => label.endsWith('New'))).toBe(true);
    expect(faults).toEqual([]);
  });

  it('offers no retry for a list that is refused because of its content', async () => {
    const { page, simulator } = await at(watched, 1);
    simulator.misbehave({ kind: 'fault', operation: 'updatePhone', message: 'label is too long', times: 9 });
    await start(page, 'New');
    await ended(page);
    await expect.poll(() => result(page, 0).innerText()).toContain('not changed');
    await expect.poll(() => page.getByRole('button', { name: 'Retry the failed lists' }).count()).toBe(0);
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
    await ended(page);
    expect(labels()).toEqual(['0 dial Dial', '0 lamp Two', '1 lamp Bo']);
    expect(faults).toEqual([]);
  });

  it('waits as long as the service asks, and says so', async () => {
    const { page, proxy, labels } = await at(watched, 2);
    proxy.faults.push({ status: 429, headers: { 'retry-after': '3' }, passedOn: false });
    const began = performance.now();
    await start(page, 'New');
    await page.getByText('The service asked for a pause. The run continues at').waitFor();
    await ended(page);
    expect(performance.now() - began).toBeGreaterThan(2900);
    await expect.poll(() => page.getByRole('status').allInnerTexts()).toContain('3 lists changed');
    expect(labels()).toEqual(['0 dial New', '0 lamp New', '1 dial New']);
  });

  it('says that the service does not answer, and continues when it does', async () => {
    const { page, labels } = await at(watched, 2);
    await typeLabel(page, 'New');
    await page.keyboard.press('Enter');
    const change = page.getByRole('dialog').getByRole('button', { name: 'Change them' });
    await change.waitFor();
    await page.context().setOffline(true);
    await press(page, change);
    await page.getByText('The service does not answer. The run continues at').waitFor();
    await page.context().setOffline(false);
    await ended(page);
    expect(labels()).toEqual(['0 dial New', '0 lamp New', '1 dial New']);
  });

  it('says that the call manager does not answer, and continues when it does', async () => {
    const { page, simulator, labels } = await at(watched, 2);
    await typeLabel(page, 'New');
    await page.keyboard.press('Enter');
    const change = page.getByRole('dialog').getByRole('button', { name: 'Change them' });
    await change.waitFor();
    simulator.misbehave({ kind: 'reset' });
    await press(page, change);
    await page.getByText('The call manager does not answer. The run continues at').waitFor();
    simulator.behave();
    await ended(page);
    expect(labels()).toEqual(['0 dial New', '0 lamp New', '1 dial New']);
  });

  it('skips what someone has changed since it was shown', async () => {
    const { page, proxy, labels, faults } = await at(watched, 3);
    await typeLabel(page, 'New');
    const theirs = [{ index: '4', dirn: watched, label: 'Theirs' }];
    expect(await ask(`${proxy.url}/speeddials?phone=${deskName(1)}`, theirs)).toMatchObject({ status: 200 });
    // A change of another entry in the list does not matter.
    const others = [{ index: '4', dirn: watched, label: 'Other' }];
    expect(await ask(`${proxy.url}/speeddials?phone=${deskName(2)}`, others)).toMatchObject({ status: 200 });
    await start(page, 'New');
    await ended(page);
    await expect.poll(() => result(page, 1).innerText()).toBe('skipped: the list has changed');
    await expect.poll(() => result(page, 2).innerText()).toBe('changed');
    await expect.poll(() => page.getByRole('button', { name: 'Retry the failed lists' }).count()).toBe(0);
    expect(labels()).toEqual([...['0 dial New', '0 lamp New', '1 dial Theirs'], ...['2 dial New', '2 lamp New']]);
    expect(faults).toEqual([]);
  });

  it('shows unknown results, and settles them by reading again', async () => {
    const { page, proxy, labels, faults } = await at(watched, 5);
    await typeLabel(page, 'New');
    // Of the first two writes, one is carried out and its answer lost, the other is lost itself.
    const begun = { passedOn: true };
    proxy.faults.push(begun, { status: 504, passedOn: true }, { status: 504, passedOn: false });
    proxy.failsToRead = true;
    await start(page, 'New');
    await ended(page);
    proxy.failsToRead = false;
    const readAgain = page.getByRole('button', { name: /^(Read again|Reading…)$/ });
    await expect.poll(() => readAgain.count()).toBe(2);
    const left = labels();
    expect(left.filter((label) => !label.endsWith('New'))).toHaveLength(1);
    for (const more of [1, 0]) {
      await press(page, readAgain.first());
      await expect.poll(() => readAgain.count()).toBe(more);
    }
    // The read changed nothing.
    expect(labels()).toEqual(left);
    const summary = page.getByRole('status').filter({ hasText: 'lists changed' });
    await expect.poll(() => summary.innerText()).toBe('7 lists changed\n1 list not changed (confirmed by reading)');
    await press(page, page.getByRole('button', { name: 'Retry the failed lists' }));
    await expect.poll(() => page.getByRole('status').allInnerTexts()).toContain('8 lists changed');
    expect(labels().filter((label) => !label.endsWith('New'))).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('reads by itself after a lost answer, and sends again what was not carried out', async () => {
    const { page, proxy, labels, faults } = await at(watched, 5);
    await typeLabel(page, 'New');
    proxy.faults.push({ passedOn: true }, { status: 504, passedOn: true }, { status: 504, passedOn: false });
    await start(page, 'New');
    await ended(page);
    await expect.poll(() => page.getByRole('status').allInnerTexts()).toContain('8 lists changed');
    expect(labels().filter((label) => !label.endsWith('New'))).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('shows the call manager’s refusals in its own words, and stops after five in a row', async () => {
    const { page, simulator, labels } = await at(watched, 8);
    simulator.misbehave({ kind: 'fault', operation: 'updatePhone', message: 'No such <b>label</b> here', times: 99 });
    await start(page, 'New');
    await ended(page);
    await page.getByText('It ended because five lists in a row could not be changed.').waitFor();
    await expect.poll(() => page.getByText('No such <b>label</b> here').count()).toBeGreaterThanOrEqual(5);
    await expect
      .poll(() => page.getByRole('cell', { name: 'not reached', exact: true }).count())
      .toBeGreaterThanOrEqual(5);
    expect(labels().filter((label) => label.endsWith('New'))).toEqual([]);
  });

  /** Lets only so many writes of lists through. @returns a function that lets more through */
  async function holdWrites(page: Page, first: number): Promise<(more: number) => void> {
    const held: (() => void)[] = [];
    let left = first;
    await page.route(/\/(speeddials|busylampfields)\?/, async (route) => {
      if (route.request().method() === 'POST') left -= 1;
      if (route.request().method() === 'POST' && left < 0) await new Promise<void>((goOn) => held.push(goOn));
      await route.continue();
    });
    return (more) => {
      left += more;
      for (const goOn of held.splice(0, more)) goOn();
    };
  }

  it('stops on request, continues while other pages are shown, and warns before the page is left', async () => {
    const { page, labels, faults } = await at(watched, 12);
    const letThrough = await holdWrites(page, 4);
    await start(page, 'New');
    await page.getByText('4 of 18 lists done').waitFor();
    await press(page, page.getByRole('link', { name: 'Phone buttons' }));
    await page.getByRole('heading', { name: 'Look up' }).waitFor();
    letThrough(3);
    await page.getByText('7 of 18 lists done').waitFor();
    expect(await dialogsOnReload(page)).toEqual(['beforeunload']);
    await press(page, page.getByRole('button', { name: 'Sign out' }));
    await page.getByRole('dialog', { name: 'Sign out and stop the run?' }).waitFor();
    await press(page, page.getByRole('button', { name: 'Stay' }));
    await page.goBack();
    await press(page, page.getByRole('button', { name: 'Stop' }));
    letThrough(18);
    await ended(page);
    await page.getByText('You stopped it.').waitFor();
    const changed = labels().filter((label) => label.endsWith('New')).length;
    await expect.poll(() => page.getByRole('cell', { name: 'changed', exact: true }).count()).toBe(changed);
    await expect.poll(() => page.getByRole('cell', { name: 'not reached', exact: true }).count()).toBe(18 - changed);
    expect(changed).toBeLessThan(18);
    await press(page, page.getByRole('button', { name: 'Retry the failed lists' }));
    await expect
      .poll(() => page.getByRole('status').allInnerTexts(), { timeout: 60_000 })
      .toContain('18 lists changed');
    expect(labels().filter((label) => !label.endsWith('New'))).toEqual([]);
    expect(faults).toEqual([]);
  });

  /** Begins a run, and leaves the page idle until it is locked. */
  async function locked() {
    const opened = await at(watched, 10);
    const { page, labels } = opened;
    const letThrough = await holdWrites(page, 3);
    await start(page, 'New');
    await page.getByText('3 of 15 lists done').waitFor();
    await passIdleTime(page);
    await page.getByText('This page is locked').waitFor();
    expect(labels().filter((label) => label.endsWith('New'))).toHaveLength(3);
    return { ...opened, letThrough };
  }

  const rowsSaying = (page: Page, said: string) => page.getByRole('cell', { name: said, exact: true }).count();

  it('locks the page when no one is there any more, continues, and unlocks only for the same password', async () => {
    const { page, faults, letThrough } = await locked();
    const shown = await page.locator('body').innerText();
    expect(shown).not.toMatch(/Desk|New|7000/);
    letThrough(2);
    await expect.poll(() => page.title()).toBe('5 of 15 · Locked – Phone buttons');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('The password is wrong.').waitFor();
    await page.getByLabel('Password').fill(caller.password);
    await page.keyboard.press('Enter');
    await page.getByText('5 of 15 lists done').waitFor();
    letThrough(15);
    await expect.poll(() => rowsSaying(page, 'changed')).toBe(15);
    expect(faults).toEqual([]);
  });

  it('signs out at the end of a run if no one has unlocked the page, and shows its results afterwards', async () => {
    const { page, labels, letThrough } = await locked();
    letThrough(15);
    await page.getByText('You were signed out').waitFor();
    expect(labels().every((label) => label.endsWith('New'))).toBe(true);
    await signInAgain(page);
    await expect.poll(() => rowsSaying(page, 'changed')).toBe(15);
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

    await press(page, page.getByRole('button', { name: 'Show the buttons again' }));
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

  it('makes one run, which is one line of the changes, and is undone at once', async () => {
    const { page, url, labels, faults, proxy } = await at(watched, 3);
    const before = labels();
    await start(page, 'New');
    await ended(page);
    await press(page, page.getByRole('link', { name: 'See it in the changes' }));
    await page.getByRole('heading', { name: `Relabel ${watched}: “New”` }).waitFor();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(5);
    await page.goto(`${url}#/changes`);
    await expect.poll(() => page.locator('tbody tr').allInnerTexts()).toHaveLength(1);
    await expect.poll(() => page.locator('tbody tr').innerText()).toContain('5 lists changed');
    await press(page, page.getByRole('link', { name: `Relabel ${watched}` }));
    // Someone changes one of the lists.
    const theirs = [{ index: '4', dirn: watched, label: 'Theirs' }];
    expect(await ask(`${proxy.url}/speeddials?phone=${deskName(1)}`, theirs)).toMatchObject({ status: 200 });
    await press(page, page.getByRole('button', { name: 'Undo this run…' }));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }));
    await page.getByRole('button', { name: 'Close' }).waitFor();
    await expect
      .poll(() => page.getByRole('status').allInnerTexts())
      .toContain('4 lists undone\n1 list skipped: the list has changed');
    expect(labels()).toEqual(before.map((label) => (label.startsWith('1 dial') ? '1 dial Theirs' : label)));
    expect(await accessibilityFaults(page)).toEqual([]);
    await press(page, page.getByRole('button', { name: 'Close' }));
    await page.getByText('4 lists undone').waitFor();
    await press(page, page.getByRole('link', { name: 'by run 2' }));
    await page.getByRole('heading', { name: `Undo of Relabel ${watched}: “New”` }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: /^undoes \d/ }).count()).toBe(4);
    expect(faults).toEqual([]);
  });

  it('shows what is probably wrong by number, and fixes the selection as one run', async () => {
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
    await page.getByRole('button', { name: 'Close' }).waitFor();
    expect(labelsTo(watched, simulator.state())).toContain('2 dial Old');
    await press(page, page.getByRole('link', { name: 'See it in the changes' }));
    await page.getByRole('heading', { name: 'Fix 1 button' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('continues without a run if there is no history', async () => {
    const { page, labels } = await at(watched, 1, { settings: { DATABASE_URL: 'off' } });
    await start(page, 'New');
    await ended(page);
    expect(labels()).toEqual(['0 dial New', '0 lamp New']);
    await expect.poll(() => page.getByRole('link', { name: 'See it in the changes' }).count()).toBe(0);
  });

  it('has no findings of axe', async () => {
    const { page, proxy } = await at(watched, 3);
    await typeLabel(page, 'Other');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    proxy.faults.push(
      { passedOn: true },
      { status: 504, passedOn: false },
      { status: 429, headers: { 'retry-after': '9' }, passedOn: false },
    );
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Change them' }));
    await page.getByText('The service asked for a pause.').waitFor();
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
