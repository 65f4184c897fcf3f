import { parseArgs } from 'node:util';
import { failureOf } from '../buttons-cli/connection/failures.js';
import { openClient } from '../buttons-cli/connection/open-client.js';
import { stopFor } from '../buttons-cli/connection/retries.js';
import { readSettings } from '../buttons-cli/connection/settings.js';
import { exitCodes, Stop } from '../buttons-cli/stop.js';
import type { PhoneProxyClient, Status } from '../client/index.js';
import { proposingTools } from './proposing-tools.js';
import { readingTools } from './reading-tools.js';
import { serveAgent } from './server.js';

/** The process that the command runs in. */
type Here = Pick<NodeJS.Process, 'env' | 'stdin' | 'stdout' | 'stderr'>;

/**
 * Serves an agent on standard input and output until its host closes standard input.
 * @param given the arguments after the command
 * @returns the exit code
 */
export async function mcp(given: readonly string[], here: Here): Promise<number> {
  try {
    const mayWrite = isWritingAllowed(given);
    const settings = readSettings(here.env);
    if (settings.password === undefined) {
      throw new Stop(
        'set PHONE_PROXY_PASSWORD_FILE: standard input belongs to the agent, so no password can be asked for',
      );
    }
    const client = await openClient(settings, settings.password);
    const status = await statusOf(client, settings.url.href);
    if (!mayWrite) refuseWriter(status);
    here.stderr.write(`axl-phone-proxy: serves an agent as ${status.user} at ${settings.url.href}\n`);
    const tools = status.mayPropose === true ? { ...readingTools, ...proposingTools } : readingTools;
    const why = await serveAgent(client, settings.url.href, tools, { input: here.stdin, output: here.stdout });
    if (why !== undefined) throw new Stop(why);
    return exitCodes.done;
  } catch (thrown) {
    if (!(thrown instanceof Stop)) throw thrown;
    here.stderr.write(`axl-phone-proxy: ${thrown.message}\n`);
    return thrown.exitCode;
  }
}

/** @throws Stop for a wrong command line */
function isWritingAllowed(given: readonly string[]): boolean {
  try {
    const { values } = parseArgs({ args: [...given], options: { 'writing-login': { type: 'boolean' } } });
    return values['writing-login'] === true;
  } catch (thrown) {
    throw new Stop(`${thrown instanceof Error ? thrown.message : 'unknown option'}; see axl-phone-proxy mcp --help`);
  }
}

async function statusOf(client: PhoneProxyClient, url: string): Promise<Status> {
  try {
    return await client.readStatus();
  } catch (thrown) {
    throw stopFor(failureOf(thrown, url));
  }
}

/** The rights of a login that an agent may have. */
const harmless: readonly Status['right'][] = ['look-up', 'propose'];

/**
 * @throws Stop if this login may change buttons or approve changes, because the agent's host has its password, and could
 * use it without the tools
 */
function refuseWriter({ user, right }: Status): void {
  if (harmless.includes(right)) return;
  const may = right === 'change' ? 'change buttons' : 'approve changes';
  throw new Stop(
    `the login ${user} may ${may}, and the host of the agent could use its password without these tools. ` +
      'Use a login that READ_ONLY_USERS or PROPOSING_USERS names, or add --writing-login',
  );
}
