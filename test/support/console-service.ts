import type { Browser, Page } from 'playwright-core';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { openWatchedPage, type WatchedPage } from './browser.js';
import { caller } from './caller.js';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.js';
import { logIn } from './keyboard.js';
import { emptyFolder } from './processes.js';
import { serviceSettings, startTestService } from './test-service.js';

/** The console of a service in this process, with a history, and ways to break its environment. */
export interface ConsoleService {
  /** The address of the page. */
  readonly url: string;
  readonly simulator: RunningSimulator;
  /** Between the page and the service: breaks requests. */
  readonly proxy: FaultyProxy;
  close(): Promise<void>;
}

export interface ConsoleOptions {
  /** The simulator's company. */
  readonly seed?: unknown;
  /** The service's settings, added to the usual ones or replacing them; undefined removes one. */
  readonly settings?: Readonly<Record<string, string | undefined>>;
  /** How long the call manager takes for an answer, in milliseconds. */
  readonly latencyMs?: number;
}

export async function startConsoleService(options: ConsoleOptions = {}): Promise<ConsoleService> {
  const { seed, settings, latencyMs = 0 } = options;
  const simulator = await startSimulator({ latencyMs, ...(seed !== undefined && { seed }) });
  const given = { ...serviceSettings(simulator.url), DATABASE_URL: `sqlite:${emptyFolder()}/history.db`, ...settings };
  const isGiven = (pair: [string, string | undefined]): pair is [string, string] => pair[1] !== undefined;
  const service = await startTestService(Object.fromEntries(Object.entries(given).filter(isGiven)));
  const proxy = await startFaultyProxy(service.url);
  return {
    url: `${proxy.url}/console/`,
    ...{ simulator, proxy },
    close: async () => {
      await proxy.close();
      await service.stop('test');
      await simulator.close();
    },
  };
}

interface Login {
  readonly name: string;
  readonly password: string;
}

/** Opens an address of the console, and signs in with the keyboard. */
export async function openSignedIn(
  browser: Browser,
  { url }: Pick<ConsoleService, 'url'>,
  hash: string,
  user: Login = caller,
): Promise<WatchedPage> {
  const viewport = { width: 1280, height: 900 };
  const watched = await openWatchedPage(browser, new URL(url).origin, { viewport, locale: 'en-GB' });
  await watched.page.goto(url + hash);
  await signInAgain(watched.page, user);
  return watched;
}

/** Fills in the shown login form. */
export function signInAgain(page: Page, { name, password }: Login = caller): Promise<void> {
  return logIn(page, name, password);
}

/**
 * Makes 15 minutes pass for a page in which no one does anything: only on its clock. No timer ends, so running requests
 * go on. The next document has the right time. (The clock of playwright would stay in the page's context.)
 */
export async function passIdleTime(page: Page): Promise<void> {
  await page.evaluate(`{ const now = Date.now; Date.now = () => now() + ${15 * 60_000}; }`);
}
