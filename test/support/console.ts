import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hash } from 'bcrypt';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { sharedBrowser, openWatchedPage, type WatchedPage } from './browser.js';
import { logIn } from './keyboard.js';
import { emptyFolder } from './processes.js';
import { type ServiceProcess, startServiceProcess } from './service-process.js';
import { type SimulatorProcess, spawnSimulator } from './simulator-process.js';

/** The users of the console: two may change buttons, one may only look up. */
export const users = { editor: 'olivia', other: 'peter', reader: 'rita' } as const;
export const consolePassword = 'correct horse';

/**
 * The service with its console, in front of a simulator with the company of the demo, each in its own process; and a
 * browser.
 */
export interface ConsoleUnderTest {
  readonly simulator: SimulatorProcess;
  readonly browser: Browser;
  readonly service: ServiceProcess;
  /** The present address of the service. */
  url(): string;
  /** Ends the service, and starts it again at the same address. */
  stop(): Promise<void>;
  startAgain(): Promise<void>;
  /** Opens the console without signing in. */
  open(hash?: string, options?: BrowserContextOptions): Promise<WatchedPage>;
  /** Opens the console and signs in. */
  openAs(user: string, hash?: string, options?: BrowserContextOptions): Promise<WatchedPage>;
  /** Closes every page that was opened. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

export async function startConsole(
  settings: Readonly<Record<string, string>> = {},
  simulated: Readonly<Record<string, string>> = {},
): Promise<ConsoleUnderTest> {
  const simulator = await spawnSimulator(simulated);
  const folder = emptyFolder();
  const htpasswd = join(folder, 'htpasswd');
  const entry = await hash(consolePassword, 4);
  writeFileSync(
    htpasswd,
    Object.values(users)
      .map((user) => `${user}:${entry}\n`)
      .join(''),
  );
  const environment = {
    PORT: '0',
    ADMIN_PORT: '',
    AXL_URL: simulator.url,
    AXL_USERNAME: 'axl',
    AXL_PASSWORD: 'axl-demo',
    AUTH_HTPASSWD_FILE: htpasswd,
    READ_ONLY_USERS: users.reader,
    DATABASE_URL: `sqlite:${join(folder, 'history.db')}`,
    LOG_LEVEL: 'info',
    ...settings,
  };
  let service = await startServiceProcess(environment);
  const { url } = service;
  const browser = await sharedBrowser();
  const stop = async (): Promise<void> => {
    service.process.kill('SIGTERM');
    await service.process.ended;
  };
  const opened: WatchedPage[] = [];
  const open = async (hash = '', options: BrowserContextOptions = {}): Promise<WatchedPage> => {
    const watched = await openWatchedPage(browser, new URL(url).origin, options);
    opened.push(watched);
    await watched.page.goto(`${url}/console/${hash}`);
    return watched;
  };
  return {
    simulator,
    browser,
    get service() {
      return service;
    },
    url: () => url,
    stop,
    startAgain: async () => {
      service = await startServiceProcess({ ...environment, PORT: new URL(url).port });
    },
    open,
    openAs: async (user, hash, options) => {
      const watched = await open(hash, options);
      await signIn(watched.page, user);
      return watched;
    },
    leave: async () => {
      await Promise.all(opened.splice(0).map(({ close }) => close()));
    },
    close: async () => {
      await stop();
      await simulator.stop();
    },
  };
}

/** Signs in with the keyboard. */
export async function signIn(page: Page, user: string): Promise<void> {
  await logIn(page, user, consolePassword);
}

/** An address with a login. A browser that opens it remembers the login for every page of the site. */
export function withLogin(address: string, user: string): string {
  const url = new URL(address);
  url.username = user;
  url.password = encodeURIComponent(consolePassword);
  return url.href;
}

interface AskedAs {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls the service as a program does. @returns the answer's JSON, or its text if it has none */
export async function asUser(
  { url }: Pick<ConsoleUnderTest, 'url'>,
  user: string,
  path: string,
  { method = 'GET', body, headers = {} }: AskedAs = {},
): Promise<unknown> {
  const answer = await fetch(`${url()}/${path}`, {
    method,
    headers: {
      authorization: `Basic ${btoa(`${user}:${consolePassword}`)}`,
      'content-type': 'application/json',
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  return answer.headers.get('content-type')?.includes('json') ? (JSON.parse(text) as unknown) : text;
}
