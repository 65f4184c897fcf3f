import { constants, readFileSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { type AuthenticatorOptions, warningsOfUnknownUsers } from '../authentication/create-authenticator.js';
import { parseHtpasswd } from '../authentication/password-source.js';
import { configuredEnvelopes, createAxlBackend } from '../axl/axl-backend.js';
import { asConfigProblems, type Config, ConfigProblems } from '../config/config.js';
import { isServiceError } from '../domain/errors.js';
import { driverMissing, StoreUnusable } from '../store/problems.js';
import { historyTables } from '../history/store/tables.js';
import { planTables } from '../plans/store/tables.js';
import { openStore } from '../store/open-store.js';
import { openCall } from '../use-cases/call-context.js';
import { asFailure, configOf } from './configuration.js';
import type { Print } from './terminal.js';

/**
 * Says whether the service would start with its configuration, and warns about settings that look wrong. It changes
 * nothing.
 * @param connects whether it also asks the call manager and opens the store of the history
 * @throws Failure with every problem, also with the problems of the file AXL_WSDL
 */
export async function checkConfig(environment: NodeJS.ProcessEnv, write: Print, connects: boolean): Promise<void> {
  const config = configOf(environment);
  const { axl, auth, warnings } = config;
  await configuredEnvelopes(axl).catch((thrown: unknown) => {
    throw asFailure(asConfigProblems(thrown, axl));
  });
  await refuse(problemsOfMachine(config));
  for (const warning of [...warnings, ...warningsOfUsers(auth)]) await write(`Warning: ${warning}`);
  if (connects) {
    await refuse([problemOfCallManager(config), problemOfStore(config)]);
    await write('The call manager answers and accepts the credentials.');
    if (config.history) await write('The database of the history works.');
  }
  await write('The configuration is valid.');
}

type Problem = Promise<string | undefined>;

/** @throws Failure if there is any problem */
async function refuse(looking: readonly Problem[]): Promise<void> {
  const problems = (await Promise.all(looking)).filter((problem) => problem !== undefined);
  if (problems.length > 0) throw asFailure(new ConfigProblems(problems));
}

/** @returns what could fail on this machine: addresses to listen on, files to write, packages to load */
function problemsOfMachine({ host, admin, auditLogFile, history }: Config): Problem[] {
  return [
    problemOfHost('HOST', host),
    ...(admin ? [problemOfHost('ADMIN_HOST', admin.host)] : []),
    ...(auditLogFile === undefined ? [] : [problemOfFile('AUDIT_LOG_FILE', auditLogFile)]),
    ...(history?.store === 'sqlite' ? [problemOfFile('HISTORY_URL', history.path), problemOfDriver('libsql')] : []),
    ...(history?.store === 'postgres' ? [problemOfDriver('pg')] : []),
  ];
}

/** Tests the host with any free port, because a running service already uses the configured one. */
function problemOfHost(variable: string, host: string): Problem {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code = '' }: NodeJS.ErrnoException) => {
      resolve(`${variable} ${host} is not an address of this machine (${code})`);
    });
    server.listen(0, host, () => {
      server.close(() => {
        resolve(undefined);
      });
    });
  });
}

/** Whether a file can be written, or created if it does not exist. */
async function problemOfFile(variable: string, file: string): Problem {
  try {
    const found = await stat(file).catch((thrown: unknown) => {
      if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw thrown;
    });
    if (found?.isDirectory() === true) return `${variable} names a folder, not a file (${file})`;
    const { R_OK, W_OK, X_OK } = constants;
    if (found) await access(file, variable === 'HISTORY_URL' ? R_OK | W_OK : W_OK);
    else await access(path.dirname(file), W_OK | X_OK);
    return undefined;
  } catch (thrown) {
    return `${variable} names a file that cannot be written (${file}: ${(thrown as NodeJS.ErrnoException).code ?? ''})`;
  }
}

async function problemOfDriver(name: 'libsql' | 'pg'): Problem {
  try {
    await import(name);
    return undefined;
  } catch {
    return driverMissing(name).message;
  }
}

/** Asks the call manager for its version, once: at most one login. */
async function problemOfCallManager({ axl }: Config): Problem {
  const backend = await createAxlBackend(axl, () => undefined);
  const { context, release } = openCall({ requestId: 'check-config', timeoutMs: axl.timeoutMs, isProbe: true });
  try {
    await backend.version(context);
    return undefined;
  } catch (thrown) {
    if (!isServiceError(thrown)) throw thrown;
    const { detail, cause } = thrown.facts;
    const login = `AXL_USERNAME with ${axl.passwordFile === undefined ? 'AXL_PASSWORD' : 'AXL_PASSWORD_FILE'}`;
    const names = thrown.code === 'call-manager-refused-credentials' ? login : 'AXL_URL';
    return `${names} cannot be used: ${detail}${cause === undefined ? '' : ` (${cause})`}`;
  } finally {
    release();
    await backend.close();
  }
}

async function problemOfStore({ history }: Config): Problem {
  if (!history) return undefined;
  try {
    await (await openStore(history, [historyTables, planTables])).close();
    return undefined;
  } catch (thrown) {
    if (thrown instanceof StoreUnusable) return thrown.message;
    throw thrown;
  }
}

function warningsOfUsers({ user, htpasswdFile = '', roles }: AuthenticatorOptions): string[] {
  const { entries, problems } = user
    ? { entries: new Map([[user.name, '']]), problems: [] }
    : parseHtpasswd(readFileSync(htpasswdFile, 'utf8'));
  const unknown = warningsOfUnknownUsers(roles, [...entries.keys()]);
  return [...problems.map((problem) => `AUTH_HTPASSWD_FILE: ${problem}`), ...unknown];
}
