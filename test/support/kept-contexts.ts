import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** A page that is lent to one test. */
export interface LentPage {
  readonly page: Page;
  /** Closes it. Its context is kept for another test, if this one has not set what would stay. */
  readonly close: () => Promise<void>;
}

interface Kept {
  readonly context: BrowserContext;
  /** The page that stays open. */
  readonly keeper: Page;
  /** Whether a test has set what stays. */
  isSet: boolean;
  /** Deletes all that the pages of an origin have stored. */
  forget(origin: string): Promise<void>;
}

/** What sets something that stays in a context. So does the clock. */
const lasting = [
  ...(['addCookies', 'addInitScript', 'exposeBinding', 'exposeFunction', 'grantPermissions', 'newCDPSession'] as const),
  ...(['route', 'setExtraHTTPHeaders', 'setGeolocation', 'setOffline'] as const),
];

/** The contexts that no test uses at the moment: of each browser, by their options. */
const unused = new WeakMap<Browser, Map<string, Kept[]>>();

/**
 * Opens an empty page, for which nothing is stored. Its context may have loaded the same files before: one process draws
 * all pages of a context, and has compiled their code then. That takes a third less CPU time.
 * @param origin the only origin that the page calls
 */
export async function lendPage(browser: Browser, origin: string, options: BrowserContextOptions): Promise<LentPage> {
  const ofBrowser = unused.get(browser) ?? new Map<string, Kept[]>();
  unused.set(browser, ofBrowser);
  const key = JSON.stringify(options);
  const alike = ofBrowser.get(key) ?? [];
  ofBrowser.set(key, alike);
  let found = alike.pop();
  // A test may have closed it.
  while (found && !browser.contexts().includes(found.context)) found = alike.pop();
  const kept = found ?? (await keep(browser, origin, options));
  const { context, keeper } = kept;
  const page = await context.newPage();
  const { clock } = page;
  const get = () => {
    kept.isSet = true;
    return clock;
  };
  Object.defineProperty(page, 'clock', { get });
  const close = async (): Promise<void> => {
    if (kept.isSet) return context.close();
    for (const opened of context.pages()) if (opened !== keeper) await opened.close();
    await kept.forget(origin);
    alike.push(kept);
  };
  return { page, close };
}

async function keep(browser: Browser, origin: string, options: BrowserContextOptions): Promise<Kept> {
  const context = await browser.newContext(options);
  // It keeps the process, and loads nothing.
  const keeper = await context.newPage();
  await keeper.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await keeper.goto(origin);
  const session = await context.newCDPSession(keeper);
  const forget = async (stored: string): Promise<void> => {
    await session.send('Storage.clearDataForOrigin', { origin: stored, storageTypes: 'all' });
  };
  const kept: Kept = { context, keeper, isSet: false, forget };
  for (const name of lasting) {
    const set = context[name].bind(context) as (...given: unknown[]) => unknown;
    Object.defineProperty(context, name, {
      value: (...given: unknown[]): unknown => {
        kept.isSet = true;
        return set(...given);
      },
    });
  }
  return kept;
}
