import type { BlockList } from 'node:net';
import type { AuthenticatorOptions } from '../authentication/create-authenticator.js';
import type { AxlOptions } from '../axl/axl-options.js';
import { isRelease } from '../axl/soap/releases.js';
import { NotUtf8, readSecret } from '../files/text-files.js';
import type { HistoryOptions } from '../history/store/history-options.js';
import { ConfigProblems } from './config-problems.js';
import { crossFieldProblems } from './cross-checks.js';
import { readDotenvFile } from './dotenv-file.js';
import { isSetByKubernetes, unknownVariables } from './unknown-variables.js';
import { type Values, type Variable, variableNames, type VariableName, variables } from './variables.js';

/** The service's configuration: validated as a whole, then frozen. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  /** Where health and metrics are asked for; undefined is nowhere. */
  readonly admin: { readonly host: string; readonly port: number } | undefined;
  /** The proxies whose X-Forwarded-For is believed; undefined is none. */
  readonly trustedProxies: BlockList | undefined;
  readonly axl: AxlConfig;
  readonly auth: AuthenticatorOptions;
  /** The console in the browser; undefined is none. */
  readonly console: { readonly idleMinutes: number } | undefined;
  readonly requestDeadlineMs: number;
  readonly shutdownGraceMs: number;
  /** Where changes are kept; undefined is nowhere. It may hold a password. */
  readonly history: HistoryOptions | undefined;
  readonly auditLogFile: string | undefined;
  readonly logLevel: string;
  /** What is to be told at the start, although it keeps nothing from starting. */
  readonly warnings: readonly string[];
}

export interface AxlConfig extends AxlOptions {
  /** Read anew when an operator asks for it (SIGHUP). */
  readonly passwordFile: string | undefined;
}

/**
 * Reads the configuration from the environment, and from a `.env` file for what the environment does not set.
 * @param dotenvFile where that file would be
 * @throws ConfigProblems with every problem at once
 */
export function readConfig(environment: NodeJS.ProcessEnv, dotenvFile = '.env'): Config {
  const problems: string[] = [];
  const env = whatIsSet({ ...dotenvValues(dotenvFile, problems), ...whatIsSet(environment) });
  const values = readValues(env, problems);
  const isSet = (name: VariableName): boolean => env[name] !== undefined && env[name] !== '';
  problems.push(...crossFieldProblems({ values, isSet }));
  const unknown = unknownVariables(env, variableNames);
  problems.push(...unknown.problems);
  if (problems.length > 0) throw new ConfigProblems(problems);
  return Object.freeze(configOf(values as Values, unknown.warnings));
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

/** A variable that is set to nothing is taken as not set, save where that is a value. */
function whatIsSet(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const takesNothing = (name: string): boolean => entryOf(name)?.takesNothing ?? false;
  return Object.fromEntries(Object.entries(env).filter(([name, value]) => value !== '' || takesNothing(name)));
}

function entryOf(name: string): Variable | undefined {
  return Object.hasOwn(variables, name) ? variables[name as VariableName] : undefined;
}

/** Reads each variable by itself. @returns those that are right */
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

/** Kubernetes sets variables for each service, and one of them may be a name of ours. */
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
    admin: values.ADMIN_PORT === 'off' ? undefined : { host: values.ADMIN_HOST, port: values.ADMIN_PORT },
    trustedProxies: values.TRUSTED_PROXIES,
    axl: axlConfigOf(values),
    auth: authenticatorOptionsOf(values),
    console: values.CONSOLE === 'on' ? { idleMinutes: values.CONSOLE_IDLE_MINUTES } : undefined,
    requestDeadlineMs: values.REQUEST_DEADLINE_MS,
    shutdownGraceMs: values.SHUTDOWN_GRACE_MS,
    history: historyOptionsOf(values),
    auditLogFile: values.AUDIT_LOG_FILE,
    logLevel: values.LOG_LEVEL,
    warnings,
  };
}

function historyOptionsOf(values: Values): HistoryOptions | undefined {
  const { HISTORY_URL: place, HISTORY_RETENTION_DAYS: retentionDays, HISTORY_PASSWORD_FILE: passwordFile } = values;
  if (!place) return undefined;
  if (place.store === 'sqlite') return Object.freeze({ ...place, retentionDays });
  return Object.freeze({ ...place, passwordFile, retentionDays });
}

function authenticatorOptionsOf(values: Values): AuthenticatorOptions {
  const { AUTH_USERNAME: name, AUTH_PASSWORD: password } = values;
  return {
    user: name !== undefined && password !== undefined ? { name, password } : undefined,
    htpasswdFile: values.AUTH_HTPASSWD_FILE,
    readOnlyUsers: new Set(values.READ_ONLY_USERS),
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
