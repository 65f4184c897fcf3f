import { X509Certificate } from 'node:crypto';
import { NotUtf8, readSecret, readText } from '../../files/text-files.js';
import { cannotBe, Stop } from '../stop.js';

/** The environment's settings for the service and the login. */
export interface Settings {
  readonly url: URL;
  readonly username: string;
  /** Undefined if the user must type it. */
  readonly password: string | undefined;
  /** In PEM, if the service's certificate is from a private authority. */
  readonly authority: string | undefined;
}

/** Every environment variable that the command reads, and what it means. */
export const settingMeanings = {
  PHONE_PROXY_URL: 'The service: https://phones.example.com',
  PHONE_PROXY_USERNAME: 'Your login name',
  PHONE_PROXY_PASSWORD_FILE: 'A file whose first line is the password',
  PHONE_PROXY_PASSWORD: 'The password itself, instead of the file',
  PHONE_PROXY_CA_FILE: "The service's certificate, or its authority's (PEM)",
} as const;

/**
 * Reads the settings. An empty variable counts as not set.
 * @throws Stop that says which variable is wrong and what would be right; it quotes no password
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const valueOf = (name: keyof typeof settingMeanings): string | undefined =>
    environment[name] === '' ? undefined : environment[name];
  const username = valueOf('PHONE_PROXY_USERNAME');
  if (username === undefined) throw new Stop('PHONE_PROXY_USERNAME is not set; set it to your login name');
  if (username.includes(':')) throw new Stop('PHONE_PROXY_USERNAME must not contain a colon');
  const url = readUrl(valueOf('PHONE_PROXY_URL'));
  const authorityFile = valueOf('PHONE_PROXY_CA_FILE');
  if (authorityFile !== undefined && url.protocol === 'http:') {
    throw new Stop('PHONE_PROXY_CA_FILE is set, but PHONE_PROXY_URL is not https');
  }
  return {
    url,
    username,
    password: readPassword(valueOf('PHONE_PROXY_PASSWORD'), valueOf('PHONE_PROXY_PASSWORD_FILE')),
    authority: authorityFile === undefined ? undefined : readAuthority(authorityFile),
  };
}

function readUrl(given: string | undefined): URL {
  const example = 'for example https://phones.example.com';
  if (given === undefined)
    throw new Stop(`PHONE_PROXY_URL is not set; set it to the address of the service, ${example}`);
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new Stop(`PHONE_PROXY_URL must be an https URL, ${example}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new Stop(
      'PHONE_PROXY_URL must not contain credentials; set PHONE_PROXY_USERNAME and PHONE_PROXY_PASSWORD_FILE',
    );
  }
  if (url.search !== '' || url.hash !== '') throw new Stop('PHONE_PROXY_URL must not contain ? or #');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new Stop('PHONE_PROXY_URL is plain http to another machine, which would expose the password; use https');
  }
  return url;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function readPassword(password: string | undefined, file: string | undefined): string | undefined {
  if (password !== undefined && file !== undefined) {
    throw new Stop('PHONE_PROXY_PASSWORD and PHONE_PROXY_PASSWORD_FILE are both set; set only one of them');
  }
  if (file === undefined) return password;
  const read = reading('PHONE_PROXY_PASSWORD_FILE', () => readSecret(file));
  if (read === '') throw new Stop('PHONE_PROXY_PASSWORD_FILE: the first line of the file is empty');
  return read;
}

function readAuthority(file: string): string {
  const text = reading('PHONE_PROXY_CA_FILE', () => readText(file));
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  try {
    if (certificates.length === 0) throw new Error('none');
    for (const certificate of certificates) new X509Certificate(certificate);
  } catch {
    throw new Stop('PHONE_PROXY_CA_FILE: the file has no certificate in PEM');
  }
  return text;
}

/** @throws Stop with the name of the variable if its file cannot be read */
function reading<Read>(name: string, read: () => Read): Read {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof NotUtf8) throw new Stop(`${name}: the file ${thrown.message}`);
    throw cannotBe(`${name}: the file`, 'read', thrown);
  }
}
