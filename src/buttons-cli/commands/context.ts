import { type Clock, realClock } from '../connection/retries.js';
import { connect, type Proxy } from '../connection/proxy.js';
import { readSettings, type Settings } from '../connection/settings.js';
import type { Here } from '../here.js';
import { ask } from '../output/ask.js';
import { showProgress, type WaitShown } from '../output/progress.js';
import { shown } from '../output/shown.js';
import { processTerminal, type Terminal } from '../output/terminal.js';
import { Reader } from '../work-out/reader.js';
import { type Interruption, listenForInterruption } from '../interruption.js';
import { Stop } from '../stop.js';

/** What every command needs. */
export interface Context {
  readonly url: string;
  /** The name of the login. */
  readonly login: string;
  readonly proxy: Proxy;
  readonly terminal: Terminal;
  readonly interruption: Interruption;
  readonly clock: Clock;
}

/** The options that every command takes. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  /** The width of tables: `wide` shows every cell completely. */
  readonly output?: string;
}

/** @throws Stop if the environment lacks the service's address, or there is no password */
export async function openContext(here: Here): Promise<Context> {
  const settings = readSettings(here.env);
  const terminal = processTerminal(here);
  const proxy = await connect(settings, await passwordFor(settings, terminal));
  const interruption = listenForInterruption(here, terminal.isErrTerminal);
  return { url: settings.url.href, login: settings.username, proxy, terminal, interruption, clock: realClock };
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
export async function reading<Read>(
  { proxy, interruption, clock, terminal }: Context,
  { quiet = false, json = false }: CommonOptions,
  read: (reader: Reader) => Promise<Read>,
): Promise<Read> {
  let until = 0;
  let reason = '';
  const wait = (): WaitShown | undefined => {
    const left = until - clock.now();
    return left <= 0 ? undefined : { seconds: Math.ceil(left / 1000), reason };
  };
  const onWait = (seconds: number, why: string): void => {
    [until, reason] = [clock.now() + seconds * 1000, shown(why)];
  };
  const isQuiet = quiet || (json && !terminal.isErrTerminal);
  const progress = showProgress(terminal, { what: 'reading', isQuiet, wait });
  const reader = new Reader(proxy, { signal: interruption.asked, clock, onWait }, progress.show);
  try {
    return await read(reader);
  } finally {
    progress.end();
    if (reader.namesTaken.size > 0 && !quiet) terminal.err(`Note: ${takenText(reader.namesTaken)}`);
  }
}

/** How many names one note lists. */
const mostTaken = 5;

/** Says which names were taken for MAC addresses: `00:a1:b2:c3:00:11 is SEP00A1B2C30011`. */
function takenText(taken: ReadonlyMap<string, string>): string {
  const first = [...taken].slice(0, mostTaken).map(([typed, name]) => `${shown(typed)} is ${shown(name)}`);
  const more = taken.size > mostTaken ? `; and ${taken.size - mostTaken} more` : '';
  return `${first.join(', ')}${more}`;
}
