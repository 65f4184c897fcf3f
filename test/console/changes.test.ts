import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ask, authorization, caller, getJson, type SpeedDial } from '../support/caller.js';
import { dial } from '../support/changes.js';
import { accessibilityFaults } from '../support/accessibility.js';
import { holdBack, lacksBrowser, sharedBrowser } from '../support/browser.js';
import {
  type ConsoleOptions,
  type ConsoleService,
  openSignedIn,
  passIdleTime,
  signInAgain,
  startConsoleService,
} from '../support/console-service.js';
import { dialogsOnReload, press, tabTo } from '../support/keyboard.js';
import { deskName, desks } from './desks.js';

vi.setConfig({ testTimeout: 240_000 });

const first = [dial(1, '0100', 'Night bell 0'), dial(4, '7000', 'Old'), dial(5, '7100', 'Dial')];

describe.skipIf(lacksBrowser)('the history in a browser, using only the keyboard', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });

  async function start(options: ConsoleOptions = {}): Promise<ConsoleService> {
    const service = await startConsoleService({ seed: desks(3), ...options });
    onTestFinished(() => service.close());
    return service;
  }

  async function open(service: ConsoleService, hash: string) {
    const opened = await openSignedIn(browser, service, hash);
    onTestFinished(opened.close);
    return opened;
  }

  /** Sets the speed dials of a desk, as a script would. */
  async function set({ proxy }: ConsoleService, position: number, dials: readonly SpeedDial[]): Promise<void> {
    const { status, body } = await ask(`${proxy.url}/speeddials?phone=${deskName(position)}`, dials);
    if (status !== 200) throw new Error(body);
  }

  const dialsOf = ({ simulator }: ConsoleService, position: number) =>
    simulator.state()[position]?.speedDials.map(({ index, dirn, label }) => dial(index, dirn, label));

  /** Without their times, which change. */
  const rows = async (page: Page): Promise<string[]> =>
    (await page.locator('tbody tr').allTextContents()).map((text) => text.replace(/^\d+ \w+ \d{4}, \d\d:\d\d/, ''));

  /** Presses Undo, and Undo once more in the dialog. */
  async function undo(page: Page): Promise<void> {
    await press(page, page.getByRole('button', { name: 'Undo…' }));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }));
  }

  it('shows who changed what, newest first, and filters it; the address has the filter', async () => {
    const service = await start();
    await set(service, 0, [dial(1, '0100', 'Bell'), ...first.slice(1)]);
    await set(service, 1, []);
    const { page, faults } = await open(service, '#/');
    await press(page, page.getByRole('link', { name: 'Changes', exact: true }));
    const called = [expect.stringContaining('Desk 1 '), expect.stringContaining('Desk 0 ')];
    await expect.poll(() => rows(page)).toEqual(called);
    const [newest, oldest] = await rows(page);
    expect(newest).toContain(deskName(1));
    expect(newest).toContain('Speed dials − 2 removed');
    expect(oldest).toContain(`${caller.name}Desk 0 ${deskName(0)}`);
    expect(oldest).toMatch(/Speed dial 1 → Changed 0100 Night bell 0 →becomes 0100 Bell.*changed$/);
    const time = page.locator('tbody time').first();
    await expect
      .poll(async () => Date.parse((await time.getAttribute('datetime')) ?? ''))
      .toBeGreaterThan(Date.now() - 60_000);
    await expect.poll(() => time.getAttribute('title')).toContain(String(new Date().getFullYear()));

    await tabTo(page, page.getByLabel('Device name', { exact: true }));
    await page.keyboard.type(deskName(0).toLowerCase());
    await page.keyboard.press('Tab');
    await page.keyboard.type(caller.name);
    await page.keyboard.press('Enter');
    await expect.poll(() => rows(page)).toEqual([oldest]);
    expect(new URL(page.url()).hash).toBe(`#/changes?device=${deskName(0).toLowerCase()}&user=${caller.name}`);
    await page.reload();
    await signInAgain(page);
    await expect.poll(() => rows(page)).toEqual([oldest]);
    await expect.poll(() => page.getByLabel('User', { exact: true }).inputValue()).toBe(caller.name);

    await press(page, page.getByRole('button', { name: 'Show all' }));
    await expect.poll(() => rows(page)).toHaveLength(2);
    await tabTo(page, page.getByLabel('Number', { exact: true }));
    await page.keyboard.type('7000');
    await page.keyboard.press('Enter');
    await expect.poll(() => rows(page)).toEqual([newest]);
    expect(faults).toEqual([]);
  });

  it('filters changes by a day, and by a device profile', async () => {
    const service = await start();
    await set(service, 0, []);
    const { page } = await open(service, '#/changes');
    await expect.poll(() => rows(page)).toHaveLength(1);
    await tabTo(page, page.getByLabel('From', { exact: true }));
    // The same, whether day or month comes first.
    const year = new Date().getFullYear() + 1;
    await page.keyboard.type(`0909${year}`);
    await press(page, page.getByRole('button', { name: 'Show', exact: true }));
    await page.getByText('No change matches.').waitFor();
    expect(new URL(page.url()).hash).toBe(`#/changes?since=${year}-09-09`);
    await press(page, page.getByRole('button', { name: 'Show all' }));
    await expect.poll(() => rows(page)).toHaveLength(1);
    await tabTo(page, page.getByLabel('Kind of device'));
    await page.keyboard.type('Device');
    await page.keyboard.press('Tab');
    await page.keyboard.type(deskName(0));
    await page.keyboard.press('Enter');
    await page.getByText('No change matches.').waitFor();
    expect(new URL(page.url()).hash).toBe(`#/changes?profile=${deskName(0)}`);

    // The device field offers suggestions like the search field.
    const device = page.getByRole('combobox', { name: 'Device name', exact: true });
    await device.fill('Desk 0');
    await page.getByRole('option', { name: deskName(0) }).waitFor();
    await device.press('ArrowDown');
    await device.press('Enter');
    await expect.poll(() => new URL(page.url()).hash).toBe(`#/changes?phone=${deskName(0)}`);
    await expect.poll(() => rows(page)).toHaveLength(1);
    await press(page, page.getByRole('button', { name: 'Show all' }));
    await expect.poll(() => device.inputValue()).toBe('');
    await page.getByLabel('Part of a name').fill(caller.name.slice(1).toUpperCase());
    await page.getByLabel('Part of a name').press('Enter');
    await expect.poll(() => new URL(page.url()).hash).toContain('search=');
    await expect.poll(() => rows(page)).toHaveLength(1);
    await press(page, page.getByRole('link', { name: 'Running', exact: true }));
    await page.getByText('No change matches.').waitFor();
    await press(page, page.getByRole('button', { name: 'Show all' }));
    await press(page, page.getByRole('link', { name: 'Mine', exact: true }));
    await expect.poll(() => rows(page)).toHaveLength(1);
    expect(new URL(page.url()).hash).toBe(`#/changes?user=${caller.name}`);
    await press(page, page.getByRole('link', { name: 'Yesterday' }));
    await page.getByText('No change matches.').waitFor();
    await press(page, page.getByRole('link', { name: 'Today' }));
    await expect.poll(() => rows(page)).toHaveLength(1);
  });

  it('shows older changes below, and puts the focus there', async () => {
    const service = await start();
    for (let round = 0; round < 53; round += 1) await set(service, 0, [dial(1, '0100', `Round ${round}`)]);
    const { page } = await open(service, '#/changes');
    await expect.poll(() => rows(page)).toHaveLength(50);
    await press(page, page.getByRole('button', { name: 'Show older' }));
    await expect.poll(() => rows(page)).toHaveLength(53);
    await expect.poll(() => page.getByRole('button', { name: 'Show older' }).count()).toBe(0);
    const link = page.locator('tbody tr').nth(50).getByRole('link').first();
    await link.and(page.locator(':focus')).waitFor();
    await expect.poll(async () => (await rows(page)).at(-2)).toContain('0100 Round 0 →becomes 0100 Round 1');
  });

  it('undoes a change after showing the effect; a second time there is nothing to do', async () => {
    const service = await start();
    await set(service, 0, [dial(1, '0100', 'Bell')]);
    const { page, faults } = await open(service, '#/changes');
    await press(page, page.locator('tbody').getByRole('link').first());
    await page.getByRole('heading', { name: 'Change 1' }).waitFor();
    await press(page, page.getByRole('button', { name: 'Undo…' }));
    const lines = page.getByRole('dialog').getByRole('listitem');
    await expect
      .poll(() => lines.allTextContents())
      .toEqual(['→Changed: 1 0100 Bell becomes 0100 Night bell 0', '+Added: 4 7000 Old', '+Added: 5 7100 Dial']);
    await page.keyboard.press('Escape');
    expect(dialsOf(service, 0)).toEqual([dial(1, '0100', 'Bell')]);
    await undo(page);
    await page.getByText('Undone: the device has the list from before this change.').waitFor();
    expect(dialsOf(service, 0)).toEqual(first);
    await press(page, page.getByRole('link', { name: 'See change 2, which undid it' }));
    await page.getByRole('heading', { name: 'Change 2' }).waitFor();
    await page.goBack();
    await undo(page);
    await page.getByText('There was nothing to do').waitFor();
    expect(faults).toEqual([]);
  });

  it('overwrites nothing if someone has changed the list since, and shows both', async () => {
    const service = await start();
    await set(service, 0, [dial(1, '0100', 'Ours')]);
    await set(service, 0, [dial(1, '0100', 'Theirs'), dial(2, '0199', 'More')]);
    const { page } = await open(service, '#/changes/1');
    await undo(page);
    await page.getByText('Someone has changed the list since. Nothing was undone.').waitFor();
    const side = (title: string) => page.locator('section:has(> h3)').filter({ hasText: title }).getByRole('listitem');
    await expect.poll(() => side('The list after this change').allTextContents()).toEqual(['1 0100 Ours']);
    await expect.poll(() => side('The list now').allTextContents()).toEqual(['1 0100 Theirs', '2 0199 More']);
    expect(dialsOf(service, 0)).toEqual([dial(1, '0100', 'Theirs'), dial(2, '0199', 'More')]);
    const link = page.getByRole('link', { name: 'Go to the device to change it there' });
    await expect.poll(() => link.getAttribute('href')).toBe(`#/phone/${deskName(0)}`);
  });

  it('restores only the entries of a change if the others have changed since', async () => {
    const service = await start();
    await set(service, 0, [dial(1, '0100', 'Ours'), ...first.slice(1)]);
    await set(service, 0, [dial(1, '0100', 'Ours'), dial(2, '0199', 'Theirs')]);
    const { page, faults } = await open(service, '#/changes/1');
    await undo(page);
    await press(page, page.getByRole('button', { name: 'Undo only its entries…' }));
    const dialog = page.getByRole('dialog', { name: /^Undo only the entries of change \d+\?/ });
    await expect
      .poll(() => dialog.getByRole('listitem').allTextContents())
      .toEqual(['→Changed: 1 0100 Ours becomes 0100 Night bell 0']);
    await press(page, dialog.getByRole('button', { name: 'Undo', exact: true }));
    await page.getByText('The entries of this change are as they were before it.').waitFor();
    expect(dialsOf(service, 0)).toEqual([dial(1, '0100', 'Night bell 0'), dial(2, '0199', 'Theirs')]);
    await page.goto(`${service.url}#/changes`);
    await press(page, page.getByRole('link', { name: 'undone by 3' }));
    await page.getByRole('heading', { name: 'Change 3' }).waitFor();
    await press(page, page.getByRole('definition').getByRole('link', { name: 'Change 1', exact: true }));
    await page.getByRole('heading', { name: 'Change 1' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('shows the descriptions of devices, filters only by a kind of device, and saves what is shown as a file', async () => {
    const service = await start({ seed: desks(1, 1) });
    await set(service, 0, [dial(1, '0100', '=Bell')]);
    const ofProfile = `${service.proxy.url}/speeddials?profile=${deskName(1)}`;
    expect((await ask(ofProfile, [dial(1, '0100', 'Of a profile')])).status).toBe(200);
    const { page } = await open(service, '#/changes?deviceKind=phone');
    await expect.poll(() => rows(page)).toEqual([expect.stringContaining('Desk 0 ')]);
    await expect.poll(() => page.getByLabel('Kind of device').inputValue()).toBe('phone');
    const saved = page.waitForEvent('download');
    await press(page, page.getByRole('button', { name: 'Export as CSV' }));
    const lines = readFileSync(await (await saved).path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines.join()).toContain(",'=Bell");
    expect(lines.join()).not.toContain('Of a profile');
    await tabTo(page, page.getByLabel('Kind of device'));
    await page.keyboard.type('Device');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => rows(page)).toEqual([expect.stringContaining('Desk 1 ')]);
    expect(new URL(page.url()).hash).toBe('#/changes?deviceKind=profile');
  });

  it('keeps the typed filter for a user who is signed out for being idle', async () => {
    const service = await start();
    await set(service, 0, [dial(1, '0100', 'Bell')]);
    const { page } = await open(service, '#/changes?user=demo');
    const [number, user] = [page.getByLabel('Number', { exact: true }), page.getByLabel('User', { exact: true })];
    await number.fill('0100');
    await user.fill('somebody');
    await passIdleTime(page);
    await page.getByText('You were signed out').waitFor();
    await signInAgain(page);
    await expect.poll(() => number.inputValue()).toBe('0100');
    expect(await user.inputValue()).toBe('somebody');
    expect(new URL(page.url()).hash).toBe('#/changes?user=demo');
  });

  it('shows the result of an undo once to a user who left the page in the meantime', async () => {
    const service = await start();
    await set(service, 0, [dial(1, '0100', 'Bell')]);
    const { page, faults } = await open(service, '#/changes');
    await press(page, page.locator('tbody').getByRole('link').first());
    const goOn = await holdBack(page, '**/changes/1/undo', 'POST');
    await undo(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Undoing…' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Changes', exact: true }).waitFor();
    await page.goForward();
    await page.getByRole('button', { name: 'Undoing…' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Changes', exact: true }).waitFor();
    await press(page, page.getByRole('button', { name: 'Sign out' }));
    await page.getByRole('dialog').getByText('whether these changes were undone: 1.').waitFor();
    goOn();
    await expect.poll(() => dialsOf(service, 0)).toEqual(first);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goForward();
    await page.getByText('Undone: the device has the list from before this change.').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Changes', exact: true }).waitFor();
    await page.goForward();
    await page.getByRole('button', { name: 'Undo…' }).waitFor();
    expect(faults).toEqual([]);
  });

  it.each([
    ['was made', true, 'The device has the list from before this change: it is undone.'],
    ['was not made', false, 'The device still has the list from this change: it is not undone.'],
  ])(
    'says that it is not known whether an undo was made, until the device is read again: it %s',
    async (_what, passedOn, words) => {
      const service = await start();
      await set(service, 0, [dial(1, '0100', 'Bell')]);
      const { page } = await open(service, '#/changes/1');
      service.proxy.faults.push({ status: 504, passedOn });
      await undo(page);
      await page.getByText('It is not known whether it was undone').waitFor();
      expect(await dialogsOnReload(page)).toEqual(['beforeunload']);
      await press(page, page.getByRole('button', { name: 'Read again' }));
      await page.getByText(words).waitFor();
      expect(dialsOf(service, 0)).toEqual(passedOn ? first : [dial(1, '0100', 'Bell')]);
      const again = page.getByRole('button', { name: 'Undo…' });
      await press(page, again);
      await press(page, page.getByRole('dialog').getByRole('button', { name: 'Cancel' }));
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expect.poll(() => page.getByText(words).count()).toBe(1);
      await expect.poll(() => again.and(page.locator(':focus')).count()).toBe(1);
    },
  );

  it('has no findings of axe', async () => {
    const service = await start();
    await set(service, 0, [dial(1, '0100', 'Ours')]);
    await set(service, 0, [dial(1, '0100', 'Theirs'), dial(2, '0199', 'More')]);
    const { page } = await open(service, '#/changes');
    await expect.poll(() => rows(page)).toHaveLength(2);
    expect(await accessibilityFaults(page)).toEqual([]);
    await press(
      page,
      page
        .locator('tbody')
        .getByRole('link', { name: /^\d+ \w+ \d{4}, \d\d:\d\d$/ })
        .last(),
    );
    await press(page, page.getByRole('button', { name: 'Undo…' }));
    await page.getByRole('dialog').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }));
    await page.getByText('Nothing was undone.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('shows the outcome of a refused change, and offers no undo', async () => {
    const service = await start();
    const refused = await ask(`${service.proxy.url}/speeddials?phone=${deskName(0)}`, [
      dial(1, '0100', 'x'.repeat(31)),
    ]);
    expect(refused.status).toBe(422);
    const { page } = await open(service, '#/changes/1');
    await page.getByText('refused by the call manager').waitFor();
    await page.getByText('It was not applied, so there is nothing to undo.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Undo…' }).count()).toBe(0);
  });

  it('says if it is not known what was there before, and offers no undo', async () => {
    const service = await start();
    await set(service, 0, [dial(1, '0100', 'Bell')]);
    const { proxy } = service;
    const { body } = await getJson(`${proxy.url}/changes/1`, { headers: { authorization: authorization() } });
    const { page } = await open(service, '#/');
    const [list] = (body as { readonly lists: readonly object[] }).lists;
    const json = { ...body, lists: [{ ...list, before: null }] };
    await page.route('**/changes/1?*', (route) => route.fulfill({ json }));
    await page.goto(`${service.url}#/changes/1`);
    await page.getByText('The list before this change is not known.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Undo…' }).count()).toBe(0);
    await expect.poll(() => page.getByRole('listitem').allTextContents()).toContain('1 0100 Bell');
  });

  it('shows hostile labels as text', async () => {
    const hostile = '<img onerror=x>\u202egpj.😀 &amp;';
    const service = await start();
    await set(service, 0, [dial(1, '0100', hostile)]);
    const { page, faults } = await open(service, '#/changes/1');
    const label = page.locator('bdi').filter({ hasText: 'gpj' });
    await label.waitFor();
    await expect.poll(() => label.textContent()).toBe(hostile.replace('\u202e', '\\u{202E}'));
    expect(await page.locator('img').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('says that the change does not exist', async () => {
    const { page } = await open(await start(), '#/changes/99');
    await page.getByText('The history has no change with this number.').waitFor();
  });

  it('says that a service keeps no history', async () => {
    const service = await start({ settings: { DATABASE_URL: 'off' } });
    const { page } = await open(service, '#/changes');
    await page.getByText('This service keeps no history of changes.').waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Changes', exact: true }).count()).toBe(0);
    await page.goto(`${service.url}#/changes/1`);
    await page.getByText('This service keeps no history of changes.').waitFor();
  });

  it('offers no undo to users who may only look up', async () => {
    const writers = await start();
    await set(writers, 0, []);
    const { page } = await open(writers, '#/');
    await page.route('**/status', async (route) => {
      const status = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...status, readOnly: true } });
    });
    await page.goto(`${writers.url}#/changes/1`);
    await page.reload();
    await signInAgain(page);
    await page.getByRole('heading', { name: 'What was changed' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Undo…' }).count()).toBe(0);
  });
});
