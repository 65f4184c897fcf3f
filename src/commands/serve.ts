import { readFileSync } from 'node:fs';
import { AdminCannotListen } from '../admin/admin-listener.js';
import { parseHtpasswd } from '../authentication/password-source.js';
import { warningOfUnknownUsers } from '../authentication/read-only-users.js';
import { configuredEnvelopes } from '../axl/axl-backend.js';
import { type AuthConfig, type Config, ConfigFaults, readConfig } from '../config/config.js';
import { type Log, openLog } from '../observability/logger.js';
import { type Observe, unexpected } from '../observability/observations.js';
import { startService } from '../service.js';
import { Failure } from './failure.js';
import { untilStopped } from './until-stopped.js';

/**
 * Runs the service in the foreground until it is told to stop.
 * @returns the exit code
 */
export async function serve(environment: NodeJS.ProcessEnv): Promise<number> {
  const config = configOf(environment);
  const log = openLog(config.logLevel);
  takeUpWarnings(log.observe);
  try {
    return await runUntilStopped(config, log);
  } finally {
    await log.close();
  }
}

async function runUntilStopped(config: Config, { observe, linesLost }: Log): Promise<number> {
  const starting = startService(config, observe, linesLost).catch((thrown: unknown) => {
    throw startFailure(thrown, config);
  });
  // Before it listens: a signal that comes just then is not to end the process unheard.
  const stopped = untilStopped(async (reason, early) => (await starting).stop(reason, early), observe);
  process.on('SIGHUP', () => {
    const reloaded = starting.then((service) => service.reload());
    reloaded.catch((thrown: unknown) => {
      observe(unexpected(thrown));
    });
  });
  await starting;
  return stopped;
}

/** Node would write its own warnings to standard error and wait until somebody reads them there. */
function takeUpWarnings(observe: Observe): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, code }: Error & { code?: string }) => {
    observe({ kind: 'warning', text: `Node warns: ${name}${code === undefined ? '' : ` (${code})`}` });
  });
}

/**
 * Says whether the configuration is whole and what in it is doubtful, and does nothing else.
 * @throws Failure that tells every fault, of the file AXL_WSDL too
 */
export async function checkConfig(environment: NodeJS.ProcessEnv, write: (line: string) => void): Promise<void> {
  const { axl, auth, warnings } = configOf(environment);
  await configuredEnvelopes(axl).catch((thrown: unknown) => {
    throw thrown instanceof ConfigFaults ? configFailure(thrown) : thrown;
  });
  for (const warning of [...warnings, ...warningsOfUsers(auth)]) write(`Warning: ${warning}`);
  write('The configuration is fine.');
}

function warningsOfUsers({ user, htpasswdFile, readOnlyUsers }: AuthConfig): string[] {
  const { entries, faults } = user
    ? { entries: new Map([[user.name, '']]), faults: [] }
    : parseHtpasswd(readFileSync(htpasswdFile ?? '', 'utf8'));
  const unknown = warningOfUnknownUsers(readOnlyUsers, entries.keys());
  return [...faults.map((fault) => `AUTH_HTPASSWD_FILE: ${fault}`), ...(unknown === undefined ? [] : [unknown])];
}

/** @throws Failure that tells every fault of the configuration */
export function configOf(environment: NodeJS.ProcessEnv, dotenvFile?: string): Config {
  try {
    return readConfig(environment, dotenvFile);
  } catch (thrown) {
    if (thrown instanceof ConfigFaults) throw configFailure(thrown);
    throw thrown;
  }
}

function configFailure({ faults }: ConfigFaults): Failure {
  return new Failure(`the configuration has ${faults.length === 1 ? 'a fault' : 'faults'}:\n  ${faults.join('\n  ')}`);
}

function startFailure(thrown: unknown, config: Config): unknown {
  if (thrown instanceof ConfigFaults) return configFailure(thrown);
  if (thrown instanceof AdminCannotListen && config.admin) return listenFailure(thrown.cause, 'ADMIN_', config.admin);
  const { code, path, syscall } = thrown as NodeJS.ErrnoException;
  if (syscall === 'listen' || syscall === 'getaddrinfo') return listenFailure(thrown, '', config);
  if (path !== undefined) return new Failure(`${path} cannot be opened (${code ?? ''})`);
  return thrown;
}

/** @param prefix of the variables that say where it was to listen */
function listenFailure(
  thrown: unknown,
  prefix: '' | 'ADMIN_',
  { host, port }: { host: string; port: number },
): Failure {
  const { code = '' } = thrown as NodeJS.ErrnoException;
  const none = prefix === 'ADMIN_' ? ' (to nothing for none)' : '';
  if (code === 'EADDRINUSE') {
    return new Failure(`port ${port} on ${host} is in use: stop what uses it, or set ${prefix}PORT${none}`);
  }
  if (code === 'EACCES') return new Failure(`port ${port} may not be opened by this user: set ${prefix}PORT${none}`);
  return new Failure(`${prefix}HOST ${host} is no address to listen on here (${code})`);
}
