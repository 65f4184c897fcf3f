import type { PhoneProxyClient } from '../../client/index.js';
import { openClient } from '../connection/open-client.js';
import { Reader } from '../connection/reader.js';
import { type Clock, realClock } from '../connection/retries.js';
import { readSettings, type Settings } from '../connection/settings.js';
import type { Here } from '../here.js';
import { type Interruption, listenForInterruption } from '../interruption.js';
import { ask } from '../output/ask.js';
import { showProgress, type WaitShown } from '../output/progress.js';
import { shown } from '../output/shown.js';
import { processTerminal, type Terminal } from '../output/terminal.js';
import { Stop } from '../stop.js';

/** The options that every command takes. */
export interface CommonOptions {
  /** Prints the result as JSON. */
  readonly json?: boolean;
  /** Prints only what needs attention. */
  readonly quiet?: boolean;
}

/** What every command needs. */
export interface Context {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly url: string;
  /** The name of the login. */
  readonly login: string;
  readonly client: PhoneProxyClient;
  readonly terminal: Terminal;
  /** Prints information besides the results, but not with --quiet. */
  readonly tell: (text: string) => void;
  readonly interruption: Interruption;
  readonly clock: Clock;
}

/** @throws Stop if the environment lacks the service's address, or there is no password */
export async function openContext(here: Here, { json = false, quiet = false }: CommonOptions): Promise<Context> {
  const settings = readSettings(here.env);
  const terminal = processTerminal(here);
  const client = await openClient(settings, await passwordFor(settings, terminal));
  const interruption = listenForInterruption(here, terminal.isErrTerminal);
  const tell = (text: string): void => {
    if (!quiet) terminal.err(text);
  };
  const { username: login, url } = settings;
  return { json, quiet, url: url.href, login, client, terminal, tell, interruption, clock: realClock };
}

/**
 * @returns the password from the settings; otherwise the user types it, and it is not shown
 * @throws Stop if there is no password, and no terminal to ask
 */
async function passwordFor({ password, username, url }: Settings, terminal: Terminal): Promise<string> {
  if (password !== undefined) return password;
  if (!terminal.canAsk) {
    throw new Stop('there is no password: set PHONE_PROXY_PASSWORD_FILE to a file with the password in its first line');
  }
  const typed = await ask(`Password of ${shown(username)} at ${url.host}: `, { isSecret: true });
  if (typed === undefined || typed === '') throw new Stop('the password is empty');
  return typed;
}

/** Runs a read, and shows its progress. */
export async function reading<Read>(context: Context, read: (reader: Reader) => Promise<Read>): Promise<Read> {
  const { client, url, interruption, clock, terminal } = context;
  let until = 0;
  let reason = '';
  const wait = (): WaitShown | undefined => {
    const left = until - clock.now();
    return left <= 0 ? undefined : { seconds: Math.ceil(left / 1000), reason };
  };
  const onWait = (seconds: number, why: string): void => {
    [until, reason] = [clock.now() + seconds * 1000, shown(why)];
  };
  const progress = showProgress(terminal, { what: 'reading', isQuiet: isSilent(context), wait });
  const reader = new Reader(client, { url, signal: interruption.asked, clock, onWait }, progress.show);
  try {
    return await read(reader);
  } finally {
    progress.end();
  }
}

/** Whether no progress is shown: JSON in a pipe is read by a program. */
export function isSilent({ quiet, json, terminal }: Pick<Context, 'quiet' | 'json' | 'terminal'>): boolean {
  return quiet || (json && !terminal.isErrTerminal);
}
