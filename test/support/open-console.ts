import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { sharedBrowser, type WatchedPage } from './browser.js';
import { caller } from './caller.js';
import { type ConsoleOptions, type ConsoleService, openSignedIn, startConsoleService } from './console-service.js';
import { tidy } from './processes.js';

/** The console of a service in this process, and a browser. */
export interface OpenConsole extends Omit<ConsoleService, 'url'> {
  /** Faults on any page: errors, violations of its policy, requests to other hosts. */
  readonly faults: readonly string[];
  /** Signs a user in at an address of the console, on a page whose context no other open page shares. */
  visit(hash: string, user?: { readonly name: string; readonly password: string }): Promise<Page>;
  /** Closes every page that was opened. */
  leave(): Promise<void>;
  /** Forgets which files were loaded: the next page loads them again. */
  forgetFiles(): Promise<void>;
}

/**
 * Opens the console for the tests of one `describe`. After each test, no page may have had a fault, and the company is
 * restored.
 */
export function openConsole(options: ConsoleOptions = {}): () => OpenConsole {
  let opened: OpenConsole | undefined;
  const open = (): OpenConsole => {
    if (opened === undefined) throw new Error('the console is open within tests only');
    return opened;
  };
  beforeAll(async () => {
    opened = await start(options);
  });
  afterEach(async () => {
    const console = open();
    expect(console.faults).toEqual([]);
    await console.leave();
    console.simulator.reset();
    console.simulator.behave();
    console.proxy.faults.length = 0;
    console.proxy.away = undefined;
  });
  afterAll(async () => {
    await opened?.close();
    await tidy();
  });
  return open;
}

async function start(options: ConsoleOptions): Promise<OpenConsole> {
  const service = await startConsoleService(options);
  const browser = await sharedBrowser();
  const opened: WatchedPage[] = [];
  return {
    simulator: service.simulator,
    proxy: service.proxy,
    get faults() {
      return opened.flatMap(({ faults }) => faults);
    },
    visit: async (hash, user = caller) => {
      const watched = await openSignedIn(browser, service, hash, user);
      opened.push(watched);
      return watched.page;
    },
    leave: async () => {
      await Promise.all(opened.splice(0).map(({ close }) => close()));
    },
    forgetFiles: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    close: () => service.close(),
  };
}
