import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { lendPage, type LentPage } from './kept-contexts.js';
import { provesEverything } from './programs.js';

/**
 * The paths of Debian's packages. The browser without windows comes first, because it takes half of the CPU time.
 * CHROMIUM names another browser.
 */
const debian = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = process.env['CHROMIUM'] ?? debian.find((file) => existsSync(file)) ?? '/usr/bin/chromium';

/** Whether tests in a browser are skipped here. If REQUIRE_TOOLS is 1 they run, and fail without a browser. */
export const lacksBrowser = !provesEverything && !existsSync(executablePath);

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // One process for all pages of a context.
  '--renderer-process-limit=1',
];

/** The timeout for a browser on a busy machine, in milliseconds. */
export const browserTimeout = 60_000;

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath, args: quiet });
}

let launched: Promise<Browser> | undefined;

/** The browser of all tests that this process runs, one file after the other. It ends with the process. */
export async function sharedBrowser(): Promise<Browser> {
  const browser = await (launched ??= launchBrowser());
  if (browser.isConnected()) return browser;
  launched = undefined;
  return sharedBrowser();
}

export interface WatchedPage extends LentPage {
  /** Faults: requests to other hosts, errors and warnings on the console, violations of the page's policy. */
  readonly faults: string[];
}

/**
 * Opens an empty page, and watches it. No other open page shares its context, and nothing moves in it, because each frame
 * of a movement takes CPU time.
 * @param origin the only origin that it may call
 */
export async function openWatchedPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const { page, close } = await lendPage(browser, origin, { reducedMotion: 'reduce', ...options });
  page.setDefaultTimeout(browserTimeout);
  const faults: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && url.protocol !== 'data:') faults.push(`request to ${url.href}`);
  });
  page.on('console', (message) => {
    // The browser logs each error answer; the tests check how the page handles it.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !isAnswer) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  // A function of the tests in the page would cost each page more than this message.
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    console.error(event.violatedDirective + ' ' + event.blockedURI));`);
  return { page, close, faults };
}

/**
 * Holds back requests of a page.
 * @param url the requests, as in `page.route`
 * @returns a function that releases them
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
