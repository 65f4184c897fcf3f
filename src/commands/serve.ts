import { AdminCannotListen } from '../admin/admin-app.js';
import { type Config, ConfigProblems } from '../config/config.js';
import { type Log, openLog } from '../observability/logger.js';
import { type Observe, unexpected } from '../observability/observations.js';
import { flushSpans } from '../observability/tracing.js';
import { startService } from '../service.js';
import { asFailure, configOf } from './configuration.js';
import { untilStopped } from './signals.js';
import { Failure } from './terminal.js';

/**
 * Runs the service in the foreground until it is told to stop.
 * @returns the exit code
 */
export async function serve(environment: NodeJS.ProcessEnv): Promise<number> {
  const config = configOf(environment);
  const log = await openLog(config.logLevel);
  takeUpWarnings(log.observe);
  try {
    return await runUntilStopped(config, log);
  } finally {
    await flushSpans();
    await log.close();
  }
}

async function runUntilStopped(config: Config, { observe, linesLost }: Log): Promise<number> {
  const starting = startService(config, observe, linesLost).catch((thrown: unknown) => {
    throw startFailure(thrown, config);
  });
  // Listen to signals while the service is still starting, so that an early signal is not lost.
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

/** Logs Node's warnings. Node itself would write them to standard error, and block until someone reads them there. */
function takeUpWarnings(observe: Observe): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, code }: Error & { code?: string }) => {
    observe({ kind: 'warning', text: `Node warns: ${name}${code === undefined ? '' : ` (${code})`}` });
  });
}

/** @returns the message of a failed start: the variable, and what to do */
export function startFailure(thrown: unknown, config: Config): unknown {
  if (thrown instanceof ConfigProblems) return asFailure(thrown);
  if (thrown instanceof AdminCannotListen && config.admin) return listenFailure(thrown.cause, 'ADMIN_', config.admin);
  const { code, path, syscall } = thrown as NodeJS.ErrnoException;
  if (syscall === 'listen' || syscall === 'getaddrinfo') return listenFailure(thrown, '', config);
  if (path !== undefined) return new Failure(`${path} cannot be opened (${code ?? ''})`);
  return thrown;
}

/** @param prefix the first part of the names of the variables that say where to listen */
function listenFailure(
  thrown: unknown,
  prefix: '' | 'ADMIN_',
  { host, port }: { host: string; port: number },
): Failure {
  const { code = '' } = thrown as NodeJS.ErrnoException;
  const none = prefix === 'ADMIN_' ? ' (empty for none)' : '';
  if (code === 'EADDRINUSE') {
    return new Failure(`port ${port} on ${host} is in use: stop the program that uses it, or set ${prefix}PORT${none}`);
  }
  if (code === 'EACCES') return new Failure(`this user is not allowed to open port ${port}: set ${prefix}PORT${none}`);
  return new Failure(`${prefix}HOST ${host} is not an address of this machine (${code})`);
}
