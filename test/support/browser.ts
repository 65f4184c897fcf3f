import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { provesEverything } from './programs.js';

/** Debian's packages put them there. What has no windows takes half of the processor's time; CHROMIUM names another. */
const debian = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = process.env['CHROMIUM'] ?? debian.find((file) => existsSync(file)) ?? '/usr/bin/chromium';

/** Whether tests in a browser are left out here. Where REQUIRE_TOOLS is 1 they run, and fail without one. */
export const lacksBrowser = !provesEverything && !existsSync(executablePath);

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser on a busy machine takes its time, in milliseconds. */
export const browserTimeout = 60_000;

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath, args: quiet });
}

export interface WatchedPage {
  readonly page: Page;
  /** What should not be: requests to elsewhere, errors and warnings on the console, violations of the page's policy. */
  readonly faults: string[];
}

/** Opens an empty page in a context of its own, and watches what it does. @param origin the one that it may talk to */
export async function openWatchedPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(browserTimeout);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && url.protocol !== 'data:') faults.push(`request to ${url.href}`);
  });
  page.on('console', (message) => {
    // The browser says so of each answer that is an error; the tests look at what the page makes of it.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !isAnswer) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  await page.exposeFunction('reportViolation', (violation: string) => faults.push(violation));
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    window.reportViolation(event.violatedDirective + ' ' + event.blockedURI));`);
  return { page, faults };
}

/**
 * Holds requests of a page back.
 * @param url which ones, as `page.route` takes it
 * @returns what lets them go on
 */
export async function holdBack(page: Page, url: string | RegExp, method: 'GET' | 'POST'): Promise<() => void> {
  let goOn = (): void => undefined;
  const isLetOn = new Promise<void>((resolve) => (goOn = resolve));
  await page.route(url, async (route) => {
    if (route.request().method() === method) await isLetOn;
    await route.continue();
  });
  return goOn;
}
