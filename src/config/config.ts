import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import { isTooLong, longestPasswordBytes } from '../authentication/password-source.js';
import { isRelease, type Release, releases, releaseTraits } from '../axl/soap/releases.js';
import { readDotenvFile } from './dotenv-file.js';
import { withoutByteOrderMark } from './text-files.js';
import { isSetByKubernetes, unknownVariables } from './unknown-variables.js';

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
  readonly auth: AuthConfig;
  readonly requestDeadlineMs: number;
  readonly shutdownGraceMs: number;
  readonly auditLogFile: string | undefined;
  readonly logLevel: string;
  /** What is to be told at the start, although it keeps nothing from starting. */
  readonly warnings: readonly string[];
}

export interface AxlConfig {
  /** Publisher first. */
  readonly urls: readonly URL[];
  readonly username: string;
  readonly password: string;
  /** Read anew when an operator asks for it (SIGHUP). */
  readonly passwordFile: string | undefined;
  /** Undefined asks the call manager. */
  readonly release: Release | undefined;
  readonly wsdlFile: string | undefined;
  readonly lookup: 'lines' | 'sql' | undefined;
  readonly afterUpdate: 'none' | 'apply' | 'restart' | 'reset';
  readonly caFile: string | undefined;
  readonly insecure: boolean;
  readonly timeoutMs: number;
  readonly maxConcurrency: number;
  readonly maxQueue: number;
  readonly loginPauseMs: number;
  /** In production the simulator is no call manager. */
  readonly refusesSimulator: boolean;
}

export interface AuthConfig {
  readonly user: { readonly name: string; readonly password: string } | undefined;
  readonly htpasswdFile: string | undefined;
  readonly readOnlyUsers: ReadonlySet<string>;
}

/** Everything that is wrong with a configuration, a line each, none of which holds a secret. */
export class ConfigFaults extends Error {
  override readonly name = 'ConfigFaults';

  constructor(readonly faults: readonly string[]) {
    super(faults.join('\n'));
  }
}

const text = z.string().min(1);

function wholeNumber(least: number, most: number) {
  const message = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .pipe(z.number(message).min(least, message).max(most, message));
}

function oneOf<const Values extends readonly [string, ...string[]]>(...values: Values) {
  return z.enum(values, { error: () => `must be one of ${values.join(', ')}` });
}

/** A file that can be read; the value is its path. */
function readable(fault: (path: string, code: string) => string) {
  return text.superRefine((path, context) => {
    try {
      readFileSync(path);
    } catch (thrown) {
      const code = (thrown as NodeJS.ErrnoException).code ?? 'unreadable';
      context.addIssue({ code: 'custom', message: fault(path, code), continue: false });
    }
  });
}

const file = readable((path, code) => `names a file that cannot be read (${path}: ${code})`);
/** Its path is not shown: somebody may have given the secret itself. */
const secretFile = readable((_path, code) => `names a file that cannot be read (${code})`);
const certificateFile = fileThatHolds('certificate', (pem) => new X509Certificate(pem));
const privateKeyFile = fileThatHolds('private key without a passphrase', (pem) => createPrivateKey(pem));

function fileThatHolds(what: string, parse: (pem: string) => unknown) {
  return file.superRefine((path, context) => {
    try {
      parse(readFileSync(path, 'utf8'));
    } catch {
      context.addIssue({ code: 'custom', message: `names a file that holds no ${what} in PEM form (${path})` });
    }
  });
}

const notAnAxlUrl = 'must be URLs such as https://cucm.example.com:8443/axl/';

const axlUrl = text.transform((value, context) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const fault = url ? faultOfAxlUrl(url) : notAnAxlUrl;
  if (!url || fault !== undefined) {
    context.addIssue({ code: 'custom', message: fault ?? '' });
    return z.NEVER;
  }
  // AXL's path has a trailing slash; without it a call manager answers with a redirect.
  if (/^\/(axl)?$/.test(url.pathname)) url.pathname = '/axl/';
  return url;
});

function faultOfAxlUrl(url: URL): string | undefined {
  if (url.username !== '' || url.password !== '') {
    return 'must not hold credentials; they go into AXL_USERNAME and AXL_PASSWORD';
  }
  if (url.protocol === 'https:') return undefined;
  const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  return url.protocol === 'http:' && loopback ? undefined : 'must be https; plain http is taken on loopback only';
}

const list = (value: string): string[] =>
  value
    .split(/[\s,]+/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Names of users, which may hold spaces. */
const names = (value: string): string[] =>
  value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** Unlike other variables, one that is set to nothing is not the same as one that is not set. */
function offWhenEmpty<Value>(schema: z.ZodType<Value, string>) {
  return z.string().transform((value, context): Value | 'off' => {
    if (value === '') return 'off';
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const { message } of parsed.error.issues) context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

/** Addresses and networks (CIDR). */
const networks = z.string().transform((value, context) => {
  const found = new BlockList();
  for (const entry of list(value)) {
    if (!addNetwork(found, entry)) {
      context.addIssue({
        code: 'custom',
        message: `must be addresses and networks such as 10.0.0.0/8, but has ${entry}`,
      });
    }
  }
  return found;
});

function addNetwork(found: BlockList, entry: string): boolean {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const family = isIP(address);
  const bits = family === 6 ? 128 : 32;
  if (family === 0 || Number(prefix ?? bits) > bits) return false;
  found.addSubnet(address, Number(prefix ?? bits), family === 6 ? 'ipv6' : 'ipv4');
  return true;
}

/** Every variable: how it is read, and what it is when absent. Its fault is told as `NAME fault`. */
const variables = {
  HOST: text.default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(8080),
  TLS_CERT_FILE: certificateFile.optional(),
  TLS_KEY_FILE: privateKeyFile.optional(),
  ADMIN_HOST: text.default('127.0.0.1'),
  ADMIN_PORT: offWhenEmpty(wholeNumber(0, 65_535)).default(9090),
  TRUSTED_PROXIES: networks.optional(),
  AXL_URL: text.transform(list).pipe(z.array(axlUrl).min(1, notAnAxlUrl)),
  AXL_USERNAME: text,
  AXL_PASSWORD: text.optional(),
  AXL_PASSWORD_FILE: secretFile.optional(),
  AXL_VERSION: oneOf('auto', ...releases).default('auto'),
  AXL_WSDL: file.optional(),
  AXL_LOOKUP: oneOf('lines', 'sql').optional(),
  AXL_AFTER_UPDATE: oneOf('none', 'apply', 'restart', 'reset').default('none'),
  AXL_CA_FILE: certificateFile.optional(),
  AXL_TLS_INSECURE_SKIP_VERIFY: oneOf('true', 'false').default('false'),
  AXL_TIMEOUT_MS: wholeNumber(100, 600_000).default(10_000),
  AXL_MAX_CONCURRENCY: wholeNumber(1, 100).default(4),
  AXL_MAX_QUEUE: wholeNumber(0, 100_000).default(1_000),
  AXL_LOGIN_PAUSE_MS: wholeNumber(0, 86_400_000).default(1_800_000),
  REQUEST_DEADLINE_MS: wholeNumber(100, 3_600_000).default(30_000),
  SHUTDOWN_GRACE_MS: wholeNumber(0, 3_600_000).default(35_000),
  AUTH_USERNAME: text.optional(),
  AUTH_PASSWORD: text
    .refine((password) => !isTooLong(password), {
      error: `must not be longer than ${longestPasswordBytes} bytes, which is all that bcrypt looks at`,
    })
    .optional(),
  AUTH_HTPASSWD_FILE: file.optional(),
  READ_ONLY_USERS: z.string().transform(names).default([]),
  AUDIT_LOG_FILE: text.optional(),
  NODE_ENV: text.optional(),
  LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info'),
} as const;

/** The names of all variables, in the order of the table. */
export const variableNames: readonly string[] = Object.keys(variables);

type Name = keyof typeof variables;
type Values = { [N in Name]: z.output<(typeof variables)[N]> };

const required: readonly Name[] = ['AXL_URL', 'AXL_USERNAME'];

/**
 * Reads the configuration from the environment, and from a `.env` file for what the environment does not set.
 * @param dotenvFile where that file would be
 * @throws ConfigFaults with every fault at once
 */
export function readConfig(environment: NodeJS.ProcessEnv, dotenvFile = '.env'): Config {
  const faults: string[] = [];
  const env = { ...dotenvValues(dotenvFile, faults), ...whatIsSet(environment) };
  const unknown = unknownVariables(env, variableNames);
  const values = {} as Record<Name, unknown>;
  for (const name of Object.keys(variables) as Name[]) {
    const given = whatIsSet(env)[name];
    if (given === undefined && required.includes(name)) {
      faults.push(`${name} is missing: ${whatFor[name] ?? ''}`);
      continue;
    }
    const parsed = variables[name].safeParse(given);
    if (parsed.success) values[name] = parsed.data;
    else faults.push(...new Set(parsed.error.issues.map(({ message }) => `${name} ${message}${hint(name, given)}`)));
  }
  faults.push(...faultsBetween(values as Partial<Values>, env), ...unknown.faults);
  if (faults.length > 0) throw new ConfigFaults(faults);
  return Object.freeze(configOf(values as Values, unknown.warnings));
}

/** A variable that is set to nothing is taken as not set, save the one for which it means off. */
function whatIsSet(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name, value]) => value !== '' || name === 'ADMIN_PORT'));
}

/** Kubernetes sets variables for each service, and one of them may be a name of ours. */
function hint(name: Name, given: string | undefined): string {
  if (given === undefined || !isSetByKubernetes(name, given)) return '';
  const service = name.replace(/_PORT$/, '').toLowerCase();
  return ` (Kubernetes sets it for a service named ${service}: set it in the container, or enableServiceLinks: false)`;
}

function dotenvValues(path: string, faults: string[]): Record<string, string> {
  try {
    return readDotenvFile(path);
  } catch (thrown) {
    faults.push(`${path} cannot be read (${(thrown as NodeJS.ErrnoException).code ?? 'unreadable'})`);
    return {};
  }
}

const whatFor: Partial<Record<Name, string>> = {
  AXL_URL:
    'give the address of the call manager, such as https://cucm.example.com:8443/axl/ (several: publisher first)',
  AXL_USERNAME: 'give the name of an application user with the role Standard AXL API Access',
};

/** What one variable cannot tell alone. */
function faultsBetween(values: Partial<Values>, env: NodeJS.ProcessEnv): string[] {
  const isSet = (name: Name): boolean => env[name] !== undefined && env[name] !== '';
  const faults: string[] = [];
  if (isSet('AXL_PASSWORD') === isSet('AXL_PASSWORD_FILE'))
    faults.push('AXL_PASSWORD or AXL_PASSWORD_FILE must be set, one of them');
  if (isSet('TLS_CERT_FILE') !== isSet('TLS_KEY_FILE'))
    faults.push('TLS_CERT_FILE and TLS_KEY_FILE must be set together');
  if (values.TLS_CERT_FILE !== undefined && values.TLS_KEY_FILE !== undefined && !isPair(values))
    faults.push('TLS_KEY_FILE is not the private key of the certificate in TLS_CERT_FILE');
  const { HOST, PORT, ADMIN_HOST, ADMIN_PORT } = values;
  if (PORT !== 0 && PORT === ADMIN_PORT && HOST === ADMIN_HOST)
    faults.push('ADMIN_PORT must not be the same as PORT: health and metrics have a listener of their own');
  const single = isSet('AUTH_USERNAME') || isSet('AUTH_PASSWORD');
  if (isSet('AUTH_USERNAME') !== isSet('AUTH_PASSWORD'))
    faults.push('AUTH_USERNAME and AUTH_PASSWORD must be set together');
  if (single === isSet('AUTH_HTPASSWD_FILE')) {
    faults.push('AUTH_USERNAME with AUTH_PASSWORD, or AUTH_HTPASSWD_FILE, must be set: callers always authenticate');
  }
  for (const name of ['AUTH_USERNAME', 'AXL_USERNAME'] as const) {
    if (values[name]?.includes(':')) faults.push(`${name} must not contain a colon, which HTTP Basic cannot carry`);
  }
  if (values.AXL_PASSWORD_FILE !== undefined && readSecret(values.AXL_PASSWORD_FILE) === '') {
    faults.push('AXL_PASSWORD_FILE names an empty file');
  }
  if ((values.AXL_TIMEOUT_MS ?? 0) > (values.REQUEST_DEADLINE_MS ?? Infinity)) {
    faults.push('AXL_TIMEOUT_MS must not be longer than REQUEST_DEADLINE_MS: it is one attempt within it');
  }
  if ((values.SHUTDOWN_GRACE_MS ?? Infinity) < (values.REQUEST_DEADLINE_MS ?? 0)) {
    faults.push('SHUTDOWN_GRACE_MS must not be shorter than REQUEST_DEADLINE_MS: what was accepted may take that long');
  }
  if (values.AXL_LOOKUP === 'lines' && /^[89]\./.test(values.AXL_VERSION ?? '')) {
    faults.push('AXL_LOOKUP must be sql (or not set) for AXL_VERSION before 10.0, whose lines do not name devices');
  }
  const { AXL_VERSION: release = '', AXL_AFTER_UPDATE: afterUpdate = 'none' } = values;
  if (afterUpdate !== 'none' && isRelease(release) && !releaseTraits[release].canLoadChange) {
    faults.push('AXL_AFTER_UPDATE must be none (or not set) for AXL_VERSION before 10.0, which cannot load a change');
  }
  return faults;
}

function isPair({ TLS_CERT_FILE = '', TLS_KEY_FILE = '' }: Partial<Values>): boolean {
  return new X509Certificate(readFileSync(TLS_CERT_FILE)).checkPrivateKey(createPrivateKey(readFileSync(TLS_KEY_FILE)));
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
    auth: {
      user:
        values.AUTH_USERNAME !== undefined && values.AUTH_PASSWORD !== undefined
          ? { name: values.AUTH_USERNAME, password: values.AUTH_PASSWORD }
          : undefined,
      htpasswdFile: values.AUTH_HTPASSWD_FILE,
      readOnlyUsers: new Set(values.READ_ONLY_USERS),
    },
    requestDeadlineMs: values.REQUEST_DEADLINE_MS,
    shutdownGraceMs: values.SHUTDOWN_GRACE_MS,
    auditLogFile: values.AUDIT_LOG_FILE,
    logLevel: values.LOG_LEVEL,
    warnings,
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

/** @returns the first line of a file that holds a secret */
export function readSecret(path: string): string {
  return withoutByteOrderMark(readFileSync(path, 'utf8')).split(/\r?\n/)[0] ?? '';
}
