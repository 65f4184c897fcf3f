import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { browserTimeout, lacksBrowser } from '../support/browser.js';
import { type ConsoleUnderTest, consolePassword, signIn, startConsole, users, withLogin } from '../support/console.js';
import { tabTo } from '../support/keyboard.js';
import { tidy } from '../support/processes.js';

vi.setConfig({ testTimeout: 2 * browserTimeout, hookTimeout: 2 * browserTimeout });

describe.skipIf(lacksBrowser)('a session of the console', () => {
  let console: ConsoleUnderTest;

  beforeAll(async () => {
    console = await startConsole({ CONSOLE_IDLE_MINUTES: '15' });
  });
  afterEach(async () => {
    for (const context of console.browser.contexts()) await context.close();
  });
  afterAll(async () => {
    await console.close();
    await tidy();
  });

  const heading = (page: Page) => page.getByRole('heading', { level: 1 });

  it('begins with a login by keyboard, and leaves nothing in the browser', async () => {
    const { page, faults } = await console.open();
    await tabTo(page, page.getByLabel('User name'));
    await page.keyboard.type(users.editor);
    await page.keyboard.press('Tab');
    await page.keyboard.type(consolePassword);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.enterKeyHint')).toBe('search');
    const kept = await page.evaluate(`(async () => ({
      local: localStorage.length,
      session: sessionStorage.length,
      cookies: document.cookie,
      databases: (await indexedDB.databases()).length,
    }))()`);
    expect(kept).toEqual({ local: 0, session: 0, cookies: '', databases: 0 });
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.content()).not.toContain(consolePassword);
    await page.reload();
    await page.getByLabel('User name').waitFor();
    await expect.poll(() => page.getByLabel('Password').inputValue()).toBe('');
    expect(faults).toEqual([]);
  });

  it('says that a login is wrong, without a prompt of the browser', async () => {
    const { page } = await console.open();
    await page.getByLabel('User name').fill(users.editor);
    await page.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('alert').innerText()).toBe('The user name or the password is wrong.');
    // A prompt would block the page. The password can be typed again at once.
    await page.keyboard.type(consolePassword);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
  });

  it('never sends a login that the browser remembers from /docs', async () => {
    const { page } = await console.open();
    await page.goto(withLogin(`${console.url()}/docs`, users.editor));
    expect((await page.goto(`${console.url()}/docs`))?.status()).toBe(200);
    await page.goto(`${console.url()}/console/`);
    await signIn(page, users.reader);
    await expect.poll(() => page.getByRole('group', { name: 'Account' }).innerText()).toContain('read only');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('User name').fill(users.reader);
    await page.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('alert').innerText()).toBe('The user name or the password is wrong.');
  });

  it('shows the page of the address after the login, and goes back', async () => {
    const { page, faults } = await console.open('#/number/3100');
    await signIn(page, users.editor);
    await page.getByRole('heading', { name: 'On 5 phones' }).waitFor();
    await page.getByLabel('Number, device name or description').fill('  SEP00a1b2c30003 ');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/phone\/SEP00A1B2C30003$/);
    await page.getByLabel('Number, device name or description').fill('reception');
    await page.keyboard.press('Enter');
    await page.getByText('Reception, Lobby').waitFor();
    await page.goBack();
    await page.goBack();
    await page.getByRole('heading', { name: 'On 5 phones' }).waitFor();
    await expect.poll(() => heading(page).innerText()).toBe('3100');
    expect(faults).toEqual([]);
  });

  it('ends after 15 idle minutes, and shows the same view after the next login', async () => {
    const { page, faults } = await console.open();
    await page.clock.install();
    await page.goto(`${console.url()}/console/#/number/3100`);
    await page.reload();
    await signIn(page, users.editor);
    await page.clock.fastForward('13:30');
    await page.keyboard.press('Shift');
    await page.clock.fastForward('13:50');
    await expect.poll(() => page.getByRole('button', { name: 'Sign out' }).isVisible()).toBe(true);
    await page.clock.fastForward('01:11');
    await page.getByText('after 15 minutes without activity').waitFor();
    expect(await page.content()).not.toContain('Stockholm');
    await expect.poll(() => page.title()).toBe('Sign in – Phone buttons');
    await signIn(page, users.editor);
    await page.getByRole('heading', { name: 'On 5 phones' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('warns in the last minute with a countdown, lets the user stay, and fills in the name afterwards', async () => {
    const { page, faults } = await console.open();
    await page.clock.install();
    await page.goto(`${console.url()}/console/#/number/3100`);
    await page.reload();
    await signIn(page, users.editor);
    // From here on, time passes only on request.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.keyboard.press('Shift');
    const warning = page.getByRole('dialog', { name: 'Are you still there?' });
    await page.clock.fastForward('14:10');
    await warning.waitFor();
    await page.clock.fastForward('00:20');
    await expect.poll(() => warning.getByRole('status').textContent()).toContain('in 30 seconds');
    await page.keyboard.press('Enter');
    await warning.waitFor({ state: 'detached' });
    await page.clock.fastForward('14:10');
    await warning.waitFor();
    await page.clock.fastForward('00:51');
    await page.getByText('after 15 minutes without activity').waitFor();
    // The focus depends on the page's frames, which use its clock.
    await page.clock.resume();
    await expect.poll(() => page.getByLabel('User name').inputValue()).toBe(users.editor);
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('password');
    expect(faults).toEqual([]);
  });

  it('begins with a working service, regardless of its state at the end of the previous session', async () => {
    const { page } = await console.openAs(users.editor);
    await page.route('**/status', (route) => route.abort());
    await page.evaluate(`window.dispatchEvent(new Event('online'))`);
    await page.getByRole('banner').getByText('Service not reachable').waitFor();
    await page.unroute('**/status');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn(page, users.editor);
    await expect.poll(() => page.getByRole('banner').innerText()).not.toContain('Service not reachable');
  });

  it('ends when the service does not accept the login any more', async () => {
    const { page } = await console.openAs(users.editor);
    await page.route(/\/phone\?/, (route) => route.fulfill({ status: 401 }));
    await page.getByLabel('Number, device name or description').fill('3100');
    await page.keyboard.press('Enter');
    await page.getByText('no longer accepts this login').waitFor();
    // The message is about the new login.
    await page.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('alert').innerText()).toBe('The user name or the password is wrong.');
    await page.unroute(/\/phone\?/);
    await signIn(page, users.editor);
    await page.getByRole('heading', { name: 'On 5 phones' }).waitFor();
  });
});
