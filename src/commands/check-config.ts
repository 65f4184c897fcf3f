import { constants, existsSync, readFileSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { type AuthenticatorOptions, warningsOfUnknownUsers } from '../authentication/create-authenticator.js';
import { parseHtpasswd } from '../authentication/password-source.js';
import { configuredEnvelopes, createAxlBackend } from '../axl/axl-backend.js';
import { asConfigProblems, type Config, ConfigProblems } from '../config/config.js';
import { isServiceError } from '../domain/errors.js';
import { canLoad, driverMissing, fileProblem, StoreUnusable } from '../store/problems.js';
import { changeTables } from '../changes/store/tables.js';
import { openStore } from '../store/open-store.js';
import { openCall } from '../use-cases/call-context.js';
import { asFailure, configIn } from './configuration.js';
import type { Print } from './terminal.js';

export interface CheckOptions {
  readonly connect?: boolean | undefined;
  readonly environment?: string | undefined;
}

/**
 * Says whether the service would start with its configuration, and warns about settings that look wrong. It changes
 * nothing.
 * @param options `connect`: also ask the call manager and open the database; `environment`: the service's own file of
 * variables, as systemd reads it
 * @throws Failure with every problem, also with the problems of the file AXL_WSDL
 */
export async function checkConfig(
  environment: NodeJS.ProcessEnv,
  write: Print,
  options: CheckOptions = {},
): Promise<void> {
  const config = configIn(environment, options.environment);
  const { axl, auth, warnings } = config;
  await configuredEnvelopes(axl).catch((thrown: unknown) => {
    throw asFailure(asConfigProblems(thrown, axl));
  });
  await refuse(problemsOfMachine(config));
  for (const warning of [...warnings, ...warningsOfUsers(auth)]) await write(`Warning: ${warning}`);
  if (options.connect === true) {
    await refuse([problemOfCallManager(config), problemOfStore(config)]);
    await write('The call manager answers and accepts the credentials.');
    if (config.database) await write('The database works.');
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
function problemsOfMachine({ host, admin, auditLogFile, database }: Config): Problem[] {
  return [
    problemOfHost('HOST', host),
    ...(admin ? [problemOfHost('ADMIN_HOST', admin.host)] : []),
    ...(auditLogFile === undefined ? [] : [problemOfAuditFile(auditLogFile)]),
    ...(database?.store === 'sqlite' ? [problemOfDatabase(database.path), problemOfDriver('libsql')] : []),
    ...(database?.store === 'postgres' ? [problemOfDriver('pg')] : []),
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

async function problemOfAuditFile(file: string): Problem {
  const code = await whyUnwritable(file, constants.W_OK, path.dirname(file));
  if (code === undefined) return undefined;
  return code === 'EISDIR'
    ? `AUDIT_LOG_FILE names a folder, not a file (${file})`
    : `AUDIT_LOG_FILE names a file that cannot be written (${file}: ${code})`;
}

/** The folder of the database may be missing, because the service makes it. */
async function problemOfDatabase(file: string): Problem {
  let folder = path.dirname(file);
  while (!existsSync(folder) && path.dirname(folder) !== folder) folder = path.dirname(folder);
  const code = await whyUnwritable(file, constants.R_OK | constants.W_OK, folder);
  return code === undefined ? undefined : fileProblem(file, code);
}

/**
 * @param folder where the file is created if it does not exist
 * @returns the system's error code; undefined if the file can be written, or created
 */
async function whyUnwritable(file: string, mode: number, folder: string): Problem {
  try {
    const found = existsSync(file);
    if (found && (await stat(file)).isDirectory()) return 'EISDIR';
    await (found ? access(file, mode) : access(folder, constants.W_OK | constants.X_OK));
    return undefined;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code ?? 'unknown';
  }
}

async function problemOfDriver(name: 'libsql' | 'pg'): Problem {
  return (await canLoad(name)) ? undefined : driverMissing(name).message;
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

async function problemOfStore({ database }: Config): Problem {
  if (!database) return undefined;
  try {
    await (await openStore(database, [changeTables])).close();
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
