import type { Page } from 'playwright-core';
import { launchBrowser } from './browser.js';
import { caller } from './caller.js';
import { type ConsoleOptions, type ConsoleService, openSignedIn, startConsoleService } from './console-service.js';

/** The console of a service in this process, and a browser. */
export interface OpenConsole extends Omit<ConsoleService, 'url'> {
  /** What should not be, on any page: errors, violations of its policy, requests to elsewhere. */
  readonly faults: readonly string[];
  /** Signs somebody in at a place of the console, in a browser context of its own. */
  visit(hash: string, user?: { readonly name: string; readonly password: string }): Promise<Page>;
  /** Closes every context that was opened. */
  leave(): Promise<void>;
}

export async function openConsole(options: ConsoleOptions = {}): Promise<OpenConsole> {
  const service = await startConsoleService(options);
  const browser = await launchBrowser();
  const faults: string[][] = [];
  return {
    simulator: service.simulator,
    proxy: service.proxy,
    get faults() {
      return faults.flat();
    },
    visit: async (hash, user = caller) => {
      const watched = await openSignedIn(browser, service, hash, user);
      faults.push(watched.faults);
      return watched.page;
    },
    leave: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
      faults.length = 0;
    },
    close: async () => {
      await browser.close();
      await service.close();
    },
  };
}
