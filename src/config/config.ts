import { BlockList, isIP } from 'node:net';
import { existsSync } from 'node:fs';
import path from 'node:path';
import dotenv from 'dotenv';
import { type AxlOptions, UnusableWsdl } from '../axl/axl-backend.js';
import type { AuthenticatorOptions } from '../authentication/create-authenticator.js';
import { isRelease } from '../axl/soap/releases.js';
import { NotUtf8, readSecret, readText } from '../files/text-files.js';
import type { DatabaseOptions } from '../store/database-url.js';
import { crossFieldProblems } from './cross-checks.js';
import { isSetByKubernetes, unknownVariables } from './unknown-variables.js';
import { type Values, type Variable, type VariableName, variableNames, variables } from './variables.js';
import type { Observe } from '../observability/observations.js';

/** Everything that is wrong with a configuration, one line for each problem. No line contains a secret. */
export class ConfigProblems extends Error {
  override readonly name = 'ConfigProblems';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/**
 * Explains why a WSDL file cannot be used, with the names of the variables.
 * @returns any other error unchanged
 */
export function asConfigProblems(thrown: unknown, { release }: Pick<AxlOptions, 'release'>): unknown {
  if (!(thrown instanceof UnusableWsdl)) return thrown;
  const { option, message } = thrown;
  const problems = {
    wsdlFile: `AXL_WSDL cannot be used: ${message}`,
    release: `AXL_WSDL cannot be used: ${message}, but AXL_VERSION is ${release ?? 'auto'}`,
    lookup: `AXL_LOOKUP must be sql (or not set): ${message}`,
    afterUpdate: `AXL_AFTER_UPDATE must be none (or not set): ${message}`,
  } as const satisfies Record<typeof option, string>;
  return new ConfigProblems([problems[option]]);
}

/** The service's configuration: validated as a whole, then frozen. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  /** For how many seconds browsers use only https (HSTS); 0: the header is not sent. */
  readonly hstsMaxAgeS: number;
  /** The origins whose pages may call from a browser. */
  readonly allowedOrigins: ReadonlySet<string>;
  /** The listener of health and metrics; undefined: off. */
  readonly admin: { readonly host: string; readonly port: number } | undefined;
  /** The proxies whose X-Forwarded-For is trusted; undefined if there are none. */
  readonly trustedProxies: BlockList | undefined;
  readonly axl: AxlConfig;
  /** Whether each device is read after a write. */
  readonly verifiesWrites: boolean;
  readonly auth: AuthenticatorOptions;
  /** The console in the browser; undefined: off. */
  readonly console: { readonly idleMinutes: number } | undefined;
  /** How many buttons that point at numbers may be held at the same time. */
  readonly mostButtons: number;
  readonly requestDeadlineMs: number;
  readonly shutdownGraceMs: number;
  /** The database of changes; its address may contain a password. Undefined: off. */
  readonly database: DatabaseOptions | undefined;
  /** When changes expire that no one begins, and how many lists of changes are set in an hour; 0: no limit. */
  readonly changes: { readonly expireMs: number; readonly perHour: number };
  /** How old an answer of the inventory may be, if the caller sets no limit. */
  readonly taken: { readonly maxAgeMs: number; readonly staleIfErrorMs: number };
  /** How the inventory reads the cluster; undefined: no inventory. */
  readonly inventory:
    | {
        readonly betweenSweepsMs: number;
        readonly pagesPerMinute: number;
        readonly storeBytes: number;
      }
    | undefined;
  readonly auditLogFile: string | undefined;
  readonly logLevel: string;
  /** Warnings that are logged at the start and do not prevent it. */
  readonly warnings: readonly string[];
}

interface AxlConfig extends AxlOptions {
  /** The file is read again on SIGHUP. */
  readonly passwordFile: string | undefined;
}

/**
 * Reads the configuration from the environment. A variable that is not set in the environment is read from a `.env`
 * file.
 * @param dotenvFile the path of that file, which may be missing
 * @throws ConfigProblems with every problem at once
 */
export function readConfig(environment: NodeJS.ProcessEnv, dotenvFile = '.env'): Config {
  const problems: string[] = [];
  const given = whatIsSet({ ...dotenvValues(dotenvFile, problems), ...whatIsSet(environment) });
  const warnings: string[] = [];
  const env = underPresentNames(given, problems, warnings);
  // systemd names all folders of StateDirectory=, separated by colons.
  env['DATA_DIR'] ??= env['STATE_DIRECTORY']?.split(':')[0];
  const values = readValues(env, problems);
  const isSet = (name: VariableName): boolean => env[name] !== undefined && env[name] !== '';
  problems.push(...crossFieldProblems({ values, isSet }));
  warnings.push(...warningsOfGone(given));
  const unknown = unknownVariables(env, variableNames);
  problems.push(...unknown.problems);
  if (problems.length > 0) throw new ConfigProblems(problems);
  return Object.freeze(configOf(values as Values, [...warnings, ...unknown.warnings]));
}

function dotenvValues(path: string, problems: string[]): Record<string, string> {
  try {
    return readDotenvFile(path);
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code ?? 'unreadable';
    problems.push(`${path} ${thrown instanceof NotUtf8 ? thrown.message : `cannot be read (${code})`}`);
    return {};
  }
}

/** An empty variable counts as not set, except if its value may be empty. */
function whatIsSet(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const takesNothing = (name: string): boolean => entryOf(name)?.takesNothing ?? false;
  return Object.fromEntries(Object.entries(env).filter(([name, value]) => value !== '' || takesNothing(name)));
}

function entryOf(name: string): Variable | undefined {
  return Object.hasOwn(variables, name) ? variables[name as VariableName] : undefined;
}

/** The names that releases before 2.0.0 gave to variables, each with its present name. */
const formerNames = { HISTORY_URL: 'DATABASE_URL', HISTORY_PASSWORD_FILE: 'DATABASE_PASSWORD_FILE' } as const;

/** The variables that are gone since 2.0.0, each with how to say the same now. */
const goneNames = {
  PLANS_APPROVAL:
    'users in PROPOSING_USERS or APPROVING_USERS need someone else to approve; users in none of the lists do not',
  PLANS_EXPIRE_DAYS: 'set CHANGES_EXPIRE_DAYS',
} as const;

function warningsOfGone(given: NodeJS.ProcessEnv): string[] {
  return Object.entries(goneNames).flatMap(([name, instead]) =>
    given[name] === undefined ? [] : [`${name} is gone and has no effect: ${instead}`],
  );
}

/** @returns the variables, those with a former name under their present name */
function underPresentNames(given: NodeJS.ProcessEnv, problems: string[], warnings: string[]): NodeJS.ProcessEnv {
  const env = Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(formerNames, name)));
  for (const [former, name] of Object.entries(formerNames)) {
    const value = given[former];
    if (value === undefined) continue;
    if ((env[name] ??= value) !== value) {
      problems.push(`${former} and ${name} have different values: remove ${former}, which is the former name`);
    }
    warnings.push(`${former} is now called ${name}: rename it, because a later release will not read ${former}`);
  }
  return env;
}

/** Reads each variable by itself. @returns the valid values */
function readValues(env: NodeJS.ProcessEnv, problems: string[]): Partial<Values> {
  const values: Partial<Record<VariableName, unknown>> = {};
  for (const name of variableNames) {
    const { read, required, default: otherwise }: Variable = variables[name];
    const given = env[name];
    if (given === undefined) {
      if (required === undefined) values[name] = otherwise;
      else problems.push(`${name} is missing: ${required}`);
      continue;
    }
    const parsed = read.safeParse(given);
    if (parsed.success) values[name] = parsed.data;
    else problems.push(...new Set(parsed.error.issues.map(({ message }) => `${name} ${message}${hint(name, given)}`)));
  }
  return values as Partial<Values>;
}

/** Kubernetes sets variables for each service. One of them may have the same name as a variable of this service. */
function hint(name: VariableName, given: string): string {
  if (!isSetByKubernetes(name, given)) return '';
  const service = name.replace(/_PORT$/, '').toLowerCase();
  return ` (Kubernetes sets it for a service named ${service}: set it in the container, or enableServiceLinks: false)`;
}

function configOf(values: Values, warnings: readonly string[]): Config {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = values;
  return {
    host: values.HOST,
    port: values.PORT,
    tls: certFile !== undefined && keyFile !== undefined ? { certFile, keyFile } : undefined,
    hstsMaxAgeS: values.HSTS_MAX_AGE_S,
    allowedOrigins: new Set(values.CORS_ORIGINS),
    admin: values.ADMIN_PORT === 'off' ? undefined : { host: values.ADMIN_HOST, port: values.ADMIN_PORT },
    trustedProxies: values.TRUSTED_PROXIES,
    axl: axlConfigOf(values),
    verifiesWrites: values.AXL_VERIFY_WRITES === 'each',
    auth: authenticatorOptionsOf(values),
    console: values.CONSOLE === 'on' ? { idleMinutes: values.CONSOLE_IDLE_MINUTES } : undefined,
    mostButtons: values.BUTTONS_MAX,
    requestDeadlineMs: values.REQUEST_DEADLINE_MS,
    shutdownGraceMs: values.SHUTDOWN_GRACE_MS,
    database: databaseOptionsOf(values),
    changes: { expireMs: values.CHANGES_EXPIRE_DAYS * 86_400_000, perHour: values.CHANGES_PER_HOUR },
    inventory:
      values.INVENTORY === 'on'
        ? {
            betweenSweepsMs: values.INVENTORY_SWEEP_MINUTES * 60_000,
            pagesPerMinute: values.INVENTORY_PAGES_PER_MINUTE,
            storeBytes: values.INVENTORY_MAX_MB * 1_048_576,
          }
        : undefined,
    taken: { maxAgeMs: values.LOOKUP_MAX_AGE_S * 1_000, staleIfErrorMs: values.LOOKUP_STALE_IF_ERROR_S * 1_000 },
    auditLogFile: values.AUDIT_LOG_FILE,
    logLevel: values.LOG_LEVEL,
    warnings,
  };
}

function databaseOptionsOf(values: Values): DatabaseOptions | undefined {
  const { DATA_DIR: folder, HISTORY_RETENTION_DAYS: retentionDays, DATABASE_PASSWORD_FILE: passwordFile } = values;
  const url = values.DATABASE_URL ?? ({ store: 'sqlite', path: path.resolve(folder, 'history.db') } as const);
  if (url === 'off') return undefined;
  const retention = { retentionDays, ...(values.RETENTION_TRUST_CLOCK === 'on' && { trustsClock: true }) };
  if (url.store === 'sqlite') return Object.freeze({ ...url, ...retention });
  return Object.freeze({ ...url, passwordFile, ...retention });
}

function authenticatorOptionsOf(values: Values): AuthenticatorOptions {
  const { AUTH_USERNAME: name, AUTH_PASSWORD: password } = values;
  return {
    user: name !== undefined && password !== undefined ? { name, password } : undefined,
    htpasswdFile: values.AUTH_HTPASSWD_FILE,
    roles: {
      readOnlyUsers: new Set(values.READ_ONLY_USERS),
      proposingUsers: new Set(values.PROPOSING_USERS),
      approvingUsers: new Set(values.APPROVING_USERS),
    },
  };
}

function axlConfigOf(values: Values): AxlConfig {
  const release = values.AXL_VERSION;
  return {
    urls: values.AXL_URL,
    username: values.AXL_USERNAME,
    password: values.AXL_PASSWORD ?? readSecret(values.AXL_PASSWORD_FILE ?? ''),
    passwordFile: values.AXL_PASSWORD_FILE,
    release: isRelease(release) ? release : undefined,
    wsdlFile: values.AXL_WSDL,
    lookup: values.AXL_LOOKUP,
    afterUpdate: values.AXL_AFTER_UPDATE,
    caFile: values.AXL_CA_FILE,
    insecure: values.AXL_TLS_INSECURE_SKIP_VERIFY === 'true',
    timeoutMs: values.AXL_TIMEOUT_MS,
    maxConcurrency: values.AXL_MAX_CONCURRENCY,
    maxQueue: values.AXL_MAX_QUEUE,
    loginPauseMs: values.AXL_LOGIN_PAUSE_MS,
    refusesSimulator: values.NODE_ENV === 'production',
  };
}

/**
 * Reads a `.env` file, if it exists.
 * @throws NotUtf8, or the system's error if the file exists and cannot be read
 */
export function readDotenvFile(path: string): Record<string, string> {
  return existsSync(path) ? parseDotenv(readText(path)) : {};
}

/** A line that sets a variable: its name, and everything after the equals sign (or the colon), unchanged. */
const assignment = /^\s*(?:export\s+)?([\w.-]+)(?:\s*=|:(?=\s))([^\r\n]*)/gm;

/**
 * Reads lines like dotenv, with one difference. In dotenv, every `#` outside quotes starts a comment. Here, a `#`
 * starts a comment only after white space. Otherwise, a password with a `#` would be cut off silently.
 */
function parseDotenv(text: string): Record<string, string> {
  const values = dotenv.parse(text);
  const last = new Map(Array.from(text.matchAll(assignment), ([, name = '', given = '']) => [name, given]));
  for (const [name, given] of last) {
    const cut = given.includes('#') && values[name] === given.slice(0, given.indexOf('#')).trim();
    if (cut) values[name] = given.replace(/\s#.*$/, '').trim();
  }
  return values;
}

/** @returns warnings for the administrator of the service, one sentence each */
export function startWarnings({ host, tls, axl }: Pick<Config, 'host' | 'tls' | 'axl'>): string[] {
  const warnings: string[] = [];
  if (axl.insecure) {
    warnings.push("AXL_TLS_INSECURE_SKIP_VERIFY is set: the call manager's certificate is not verified");
  }
  if (!tls && !isLoopback(host)) {
    warnings.push(
      `HOST is ${host} and TLS_CERT_FILE is not set: callers' passwords cross the network unencrypted, ` +
        'unless a TLS proxy is in front',
    );
  }
  return warnings;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function isLoopback(host: string): boolean {
  const family = isIP(host);
  return family === 0 ? host === 'localhost' : loopback.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

/** @returns the current password for the call manager; undefined, with a warning, if its file has none */
export function renewedPassword({ passwordFile, password }: AxlConfig, observe: Observe): string | undefined {
  if (passwordFile === undefined) return password;
  try {
    const renewed = readSecret(passwordFile);
    if (renewed !== '') return renewed;
    observe({ kind: 'warning', text: `AXL_PASSWORD_FILE ${passwordFile} is empty: the password stays as it was` });
  } catch (thrown) {
    const { code = 'unknown' } = thrown as NodeJS.ErrnoException;
    const cause = thrown instanceof NotUtf8 ? thrown.message : `cannot be read (${code})`;
    observe({ kind: 'warning', text: `AXL_PASSWORD_FILE ${passwordFile} ${cause}: the password stays as it was` });
  }
  return undefined;
}
