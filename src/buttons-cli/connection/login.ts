import { ask } from '../output/ask.js';
import { shown } from '../output/shown.js';
import type { Terminal } from '../output/terminal.js';
import { Stop } from '../stop.js';
import type { Settings } from './settings.js';

/**
 * @returns the password of the settings, or the one that is typed without being shown
 * @throws Stop where there is none, and nobody to ask
 */
export async function passwordFor({ password, username, url }: Settings, terminal: Terminal): Promise<string> {
  if (password !== undefined) return password;
  if (!terminal.canAsk) {
    throw new Stop('there is no password: set PHONE_PROXY_PASSWORD_FILE to a file whose first line it is');
  }
  const typed = await ask(`Password of ${shown(username)} at ${url.host}: `, { isSecret: true });
  if (typed === undefined || typed === '') throw new Stop('the password is empty');
  return typed;
}
