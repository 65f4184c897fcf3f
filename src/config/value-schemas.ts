import { BlockList, isIP } from 'node:net';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type DatabaseAddress, readDatabaseUrl, WrongDatabaseUrl } from '../store/database-url.js';
import { NotUtf8, readSecret } from '../files/text-files.js';

/**
 * How the value of each variable is read. A schema's message about a wrong value follows the variable's name. Its
 * description says in docs/configuration.md what the variable takes.
 */

export const text = z.string().min(1).describe('text');

export function wholeNumber(least: number, most: number) {
  const message = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .transform((value, context) => {
      const number = /^\d+$/.test(value) ? Number(value) : NaN;
      if (number >= least && number <= most) return number;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .describe(`${least} to ${most}`);
}

export const port = wholeNumber(0, 65_535);

export function oneOf<const Values extends readonly [string, ...string[]]>(...values: Values) {
  return z.enum(values, { error: () => `must be one of ${values.join(', ')}` }).describe(values.join(', '));
}

/** User names, separated by commas; they may contain spaces. */
export const names = z
  .string()
  .transform((value) => partsOf(value, ','))
  .describe('names');

/** @returns the parts between the separators, trimmed, without empty ones */
function partsOf(value: string, separator: string | RegExp): string[] {
  return value
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Makes a schema for a variable that can be switched off by an empty value. */
export function offWhenEmpty<Value>(schema: z.ZodType<Value, string>) {
  return z
    .string()
    .transform((value, context): Value | 'off' => {
      if (value === '') return 'off';
      const parsed = schema.safeParse(value);
      if (parsed.success) return parsed.data;
      for (const { message } of parsed.error.issues) context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .describe(`${schema.description ?? ''}, or nothing`);
}

const separators = /[\s,]+/;
const notAnAxlUrl = 'must be URLs such as https://cucm.example.com:8443/axl/';

const axlUrl = text.transform((value, context) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const problem = url ? problemOfAxlUrl(url) : notAnAxlUrl;
  if (!url || problem !== undefined) {
    context.addIssue({ code: 'custom', message: problem ?? '' });
    return z.NEVER;
  }
  // AXL's path ends with a slash. Without it, a call manager answers with a redirect.
  if (/^\/(axl)?$/.test(url.pathname)) url.pathname = '/axl/';
  return url;
});

/** The addresses of a call manager's nodes, separated by commas or spaces. */
export const axlUrls = text
  .transform((value) => partsOf(value, separators))
  .pipe(z.array(axlUrl).min(1, notAnAxlUrl))
  .describe('URLs, https');

function problemOfAxlUrl(url: URL): string | undefined {
  if (url.username !== '' || url.password !== '') {
    return 'must not have credentials; they go into AXL_USERNAME and AXL_PASSWORD';
  }
  if (url.protocol === 'https:') return undefined;
  const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  return url.protocol === 'http:' && loopback ? undefined : 'must be https; plain http works only on loopback';
}

/** Addresses and networks (CIDR), separated by commas or spaces. */
export const networks = z
  .string()
  .transform((value, context) => {
    const found = new BlockList();
    for (const entry of partsOf(value, separators)) {
      if (addNetwork(found, entry)) continue;
      const message = `must be addresses and networks such as 10.0.0.0/8, but has ${entry}`;
      context.addIssue({ code: 'custom', message });
    }
    return found;
  })
  .describe('addresses, networks');

function addNetwork(found: BlockList, entry: string): boolean {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const family = isIP(address);
  const bits = family === 6 ? 128 : 32;
  if (family === 0 || Number(prefix ?? bits) > bits) return false;
  found.addSubnet(address, Number(prefix ?? bits), family === 6 ? 'ipv6' : 'ipv4');
  return true;
}

/** The origins of pages, separated by commas or spaces, each as browsers write it: `https://phones.example.com:8443`. */
export const origins = z
  .string()
  .transform((value, context) => {
    const found = partsOf(value, separators).map((entry) => {
      const url = /^https?:\/\//i.test(entry) && URL.canParse(entry) ? new URL(entry) : undefined;
      const message = problemOfOrigin(entry, url);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
      return url?.origin ?? '';
    });
    return found;
  })
  .describe('origins');

/** @param url the parsed entry, if it is an http or https URL */
function problemOfOrigin(entry: string, url: URL | undefined): string | undefined {
  if ((url?.host ?? entry).includes('*'))
    return 'must name each origin, such as https://phones.example.com; * is not allowed';
  if (entry === 'null') return 'must not have null, which browsers send for any page without an origin';
  if (entry.includes('@')) return 'must not have credentials: an origin is scheme, host and port';
  if (!url) return `must be origins such as https://phones.example.com, but has ${entry}`;
  if (url.href !== `${url.origin}/`) return `must be origins, without a path: ${url.origin}, not ${entry}`;
  return undefined;
}

/** Where changes and dismissals are stored. */
export const databaseUrl = text
  .transform((value, context): DatabaseAddress | 'off' => {
    try {
      return value === 'off' ? value : readDatabaseUrl(value);
    } catch (thrown) {
      if (!(thrown instanceof WrongDatabaseUrl)) throw thrown;
      context.addIssue({ code: 'custom', message: thrown.message });
      return z.NEVER;
    }
  })
  .describe('`sqlite:`, `postgres:`, off');

/** Variables that name a file: the value is the path. The file is read to see whether it can be used. */

export const file = readable((path, code) => `names a file that cannot be read (${path}: ${code})`);
/** The path is not shown, because the variable may contain the secret itself by mistake. */
export const secretFile = readable((_path, code) => `names a file that cannot be read (${code})`)
  .superRefine((path, context) => {
    try {
      readSecret(path);
    } catch (thrown) {
      const cause = thrown instanceof NotUtf8 ? thrown.message : 'cannot be read';
      context.addIssue({ code: 'custom', message: `names a file that ${cause}` });
    }
  })
  .describe('a file, UTF-8');
export const certificateFile = fileThatHolds('certificate', (pem) => new X509Certificate(pem));
export const privateKeyFile = fileThatHolds('private key without a passphrase', (pem) => createPrivateKey(pem));

function readable(problem: (path: string, code: string) => string) {
  return text
    .superRefine((path, context) => {
      try {
        readFileSync(path);
      } catch (thrown) {
        const code = (thrown as NodeJS.ErrnoException).code ?? 'unreadable';
        context.addIssue({ code: 'custom', message: problem(path, code), continue: false });
      }
    })
    .describe('a file');
}

function fileThatHolds(what: string, parse: (pem: string) => unknown) {
  return file
    .superRefine((path, context) => {
      try {
        parse(readFileSync(path, 'utf8'));
      } catch {
        context.addIssue({ code: 'custom', message: `names a file without a ${what} in PEM form (${path})` });
      }
    })
    .describe('a file, PEM');
}
