import { passwordFor } from '../connection/login.js';
import { connect, type Proxy } from '../connection/proxy.js';
import { readSettings } from '../connection/settings.js';
import { showProgress } from '../output/progress.js';
import { processTerminal, type Terminal } from '../output/terminal.js';
import type { Plan, PlannedList } from '../plan/plan.js';
import { Reader } from '../plan/reader.js';
import { type Interruption, listenForInterruption } from '../run/interruption.js';
import { realWaiting, type Waiting } from '../waiting.js';

/** What every command has at hand. */
export interface Context {
  readonly url: string;
  readonly proxy: Proxy;
  readonly terminal: Terminal;
  readonly interruption: Interruption;
  readonly waiting: Waiting;
}

/** What every command takes. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** @throws Stop where the environment does not say where the service is, or there is no password */
export async function openContext(environment: NodeJS.ProcessEnv): Promise<Context> {
  const settings = readSettings(environment);
  const terminal = processTerminal(process);
  const proxy = await connect(settings, await passwordFor(settings, terminal));
  return { url: settings.url.href, proxy, terminal, interruption: listenForInterruption(), waiting: realWaiting };
}

/** Reads what is needed with a reader, and shows how far it is. */
export async function reading<Read>(
  { proxy, interruption, waiting, terminal }: Context,
  { quiet = false, json = false }: CommonOptions,
  read: (reader: Reader) => Promise<Read>,
): Promise<Read> {
  const progress = showProgress('reading', terminal, quiet || (json && !terminal.isErrTerminal));
  try {
    return await read(new Reader(proxy, interruption.asked, waiting, progress.show));
  } finally {
    progress.end();
  }
}

/** @returns a plan that is made now */
export function planNow({ url }: Context, command: string, lists: readonly PlannedList[]): Plan {
  return { command, url, made: new Date().toISOString(), lists };
}
