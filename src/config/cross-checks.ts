import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isRelease, releaseTraits } from '../axl/soap/releases.js';
import { readSecret } from '../files/text-files.js';
import type { Values, VariableName } from './variables.js';

/** The input of the rules. */
interface Given {
  /** The valid values; a variable with an invalid value is missing. */
  readonly values: Partial<Values>;
  /** True if a variable is set, to a valid or invalid value. */
  readonly isSet: (name: VariableName) => boolean;
}

/** @returns what is wrong, or undefined */
type Rule = (given: Given) => string | undefined;

/** Cross-field validation: checks what depends on several variables. @returns every problem */
export function crossFieldProblems(given: Given): string[] {
  return rules.flatMap((rule) => rule(given) ?? []);
}

const oneAxlPassword: Rule = ({ isSet }) =>
  isSet('AXL_PASSWORD') === isSet('AXL_PASSWORD_FILE')
    ? 'AXL_PASSWORD or AXL_PASSWORD_FILE must be set, one of them'
    : undefined;

const certificateWithKey: Rule = ({ isSet }) =>
  isSet('TLS_CERT_FILE') !== isSet('TLS_KEY_FILE') ? 'TLS_CERT_FILE and TLS_KEY_FILE must be set together' : undefined;

const hstsWithTls: Rule = ({ isSet, values: { HSTS_MAX_AGE_S: seconds = 0 } }) =>
  seconds > 0 && !isSet('TLS_CERT_FILE')
    ? 'HSTS_MAX_AGE_S must not be set without TLS_CERT_FILE: set the header in the TLS proxy in front'
    : undefined;

const keyOfTheCertificate: Rule = ({ values: { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } }) => {
  if (certFile === undefined || keyFile === undefined) return undefined;
  const certificate = new X509Certificate(readFileSync(certFile));
  return certificate.checkPrivateKey(createPrivateKey(readFileSync(keyFile)))
    ? undefined
    : 'TLS_KEY_FILE is not the private key of the certificate in TLS_CERT_FILE';
};

const listenersApart: Rule = ({ values: { HOST, PORT, ADMIN_HOST, ADMIN_PORT } }) =>
  PORT !== 0 && PORT === ADMIN_PORT && HOST === ADMIN_HOST
    ? 'ADMIN_PORT must not be the same as PORT: health and metrics have a listener of their own'
    : undefined;

const callerWithPassword: Rule = ({ isSet }) =>
  isSet('AUTH_USERNAME') !== isSet('AUTH_PASSWORD')
    ? 'AUTH_USERNAME and AUTH_PASSWORD must be set together'
    : undefined;

const oneKindOfCallers: Rule = ({ isSet }) =>
  (isSet('AUTH_USERNAME') || isSet('AUTH_PASSWORD')) === isSet('AUTH_HTPASSWD_FILE')
    ? 'AUTH_USERNAME with AUTH_PASSWORD, or AUTH_HTPASSWD_FILE, must be set: callers always authenticate'
    : undefined;

const noColon =
  (name: 'AUTH_USERNAME' | 'AXL_USERNAME'): Rule =>
  ({ values }) =>
    values[name]?.includes(':') === true
      ? `${name} must not contain a colon, which HTTP Basic cannot carry`
      : undefined;

const passwordInItsFile: Rule = ({ values: { AXL_PASSWORD_FILE: path } }) =>
  path !== undefined && readSecret(path) === '' ? 'AXL_PASSWORD_FILE names an empty file' : undefined;

const attemptWithinRequest: Rule = ({
  values: { AXL_TIMEOUT_MS: attempt = 0, REQUEST_DEADLINE_MS: whole = Infinity },
}) =>
  attempt > whole
    ? 'AXL_TIMEOUT_MS must not be longer than REQUEST_DEADLINE_MS: one attempt is a part of the request'
    : undefined;

const requestWithinGrace: Rule = ({
  values: { SHUTDOWN_GRACE_MS: grace = Infinity, REQUEST_DEADLINE_MS: whole = 0 },
}) =>
  grace < whole
    ? 'SHUTDOWN_GRACE_MS must not be shorter than REQUEST_DEADLINE_MS: an accepted request can take that long'
    : undefined;

const lookupOfTheRelease: Rule = ({ values: { AXL_VERSION: release = '', AXL_LOOKUP: lookup } }) =>
  lookup === 'lines' && isRelease(release) && !releaseTraits[release].lineNamesDevices
    ? 'AXL_LOOKUP must be sql (or not set) for AXL_VERSION before 10.0, whose lines do not name devices'
    : undefined;

const changeLoadedByTheRelease: Rule = ({ values: { AXL_VERSION: release = '', AXL_AFTER_UPDATE: how = 'none' } }) =>
  how !== 'none' && isRelease(release) && !releaseTraits[release].canLoadChange
    ? 'AXL_AFTER_UPDATE must be none (or not set) for AXL_VERSION before 10.0, which cannot load a change'
    : undefined;

const databasePasswordOnce: Rule = ({ isSet, values: { DATABASE_URL: url, DATABASE_PASSWORD_FILE: path } }) => {
  if (!isSet('DATABASE_PASSWORD_FILE')) return undefined;
  if (!isSet('DATABASE_URL') || url === 'off' || url?.store === 'sqlite') {
    return 'DATABASE_PASSWORD_FILE must not be set if DATABASE_URL is not postgres://…: only PostgreSQL has a password';
  }
  if (url?.password !== undefined) {
    return 'DATABASE_PASSWORD_FILE must not be set together with a password in DATABASE_URL';
  }
  return path !== undefined && readSecret(path) === '' ? 'DATABASE_PASSWORD_FILE names an empty file' : undefined;
};

const inventoryWithDatabase: Rule = ({ values: { DATABASE_URL: url, INVENTORY: inventory } }) =>
  inventory === 'on' && url === 'off'
    ? 'INVENTORY must be off (or not set) with DATABASE_URL=off: the inventory is kept where the history is'
    : undefined;

const keptAnswersWithInventory =
  (name: 'LOOKUP_MAX_AGE_S' | 'LOOKUP_STALE_IF_ERROR_S'): Rule =>
  ({ values }) =>
    (values[name] ?? 0) > 0 && values.INVENTORY !== 'on'
      ? `${name} must be 0 (or not set) without INVENTORY=on: the answers come from the inventory`
      : undefined;

const rules: readonly Rule[] = [
  oneAxlPassword,
  certificateWithKey,
  keyOfTheCertificate,
  hstsWithTls,
  listenersApart,
  callerWithPassword,
  oneKindOfCallers,
  noColon('AUTH_USERNAME'),
  noColon('AXL_USERNAME'),
  passwordInItsFile,
  attemptWithinRequest,
  requestWithinGrace,
  lookupOfTheRelease,
  changeLoadedByTheRelease,
  databasePasswordOnce,
  inventoryWithDatabase,
  keptAnswersWithInventory('LOOKUP_MAX_AGE_S'),
  keptAnswersWithInventory('LOOKUP_STALE_IF_ERROR_S'),
];
