import { readFileSync } from 'node:fs';
import type { AuthenticatorOptions } from '../authentication/create-authenticator.js';
import { parseHtpasswd } from '../authentication/password-source.js';
import { warningOfUnknownUsers } from '../authentication/read-only-users.js';
import { configuredEnvelopes } from '../axl/configured-envelopes.js';
import { asConfigProblems } from '../config/config-problems.js';
import { asFailure, configOf } from './configuration.js';
import type { Print } from './print.js';

/**
 * Says whether the configuration is whole and what in it is doubtful, and does nothing else.
 * @throws Failure that tells every problem, of the file AXL_WSDL too
 */
export async function checkConfig(environment: NodeJS.ProcessEnv, write: Print): Promise<void> {
  const { axl, auth, warnings } = configOf(environment);
  await configuredEnvelopes(axl).catch((thrown: unknown) => {
    throw asFailure(asConfigProblems(thrown, axl));
  });
  for (const warning of [...warnings, ...warningsOfUsers(auth)]) await write(`Warning: ${warning}`);
  await write('The configuration is fine.');
}

function warningsOfUsers({ user, htpasswdFile = '', readOnlyUsers }: AuthenticatorOptions): string[] {
  const { entries, problems } = user
    ? { entries: new Map([[user.name, '']]), problems: [] }
    : parseHtpasswd(readFileSync(htpasswdFile, 'utf8'));
  const unknown = warningOfUnknownUsers(readOnlyUsers, entries.keys());
  return [...problems.map((problem) => `AUTH_HTPASSWD_FILE: ${problem}`), ...(unknown === undefined ? [] : [unknown])];
}
