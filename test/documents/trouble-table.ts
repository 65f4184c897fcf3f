import type { ErrorCode } from '../../src/domain/error-catalogue.js';
import { problemRows, table } from './problems-table.js';

/** What to do about a code: a command that shows more, or '' if the answer shows all, and the fix. */
type Remedy = readonly [command: string, fix: string];

/** `npm run types` fails if a code is missing. */
const remedies: Readonly<Record<ErrorCode, Remedy>> = {
  'invalid-request': [
    'axl-phone-proxy docs interface',
    'Correct each field that `errors` names, and send the request again.',
  ],
  unauthenticated: [
    'journalctl -u axl-phone-proxy -g login-refused',
    'Correct the user name or the password. The log says if AUTH_HTPASSWD_FILE has a bad line.',
  ],
  forbidden: [
    'grep READ_ONLY_USERS /etc/axl-phone-proxy/environment',
    'Use another login, or remove the name from READ_ONLY_USERS and restart.',
  ],
  'may-only-propose': [
    'grep PROPOSING_USERS /etc/axl-phone-proxy/environment',
    'Propose a change instead, or remove the name from PROPOSING_USERS and restart.',
  ],
  'cross-site': ['', 'Open the console at the service itself. If a proxy is in front, let it keep the `Host` header.'],
  'own-change': [
    'axl-phone-proxy buttons show ID',
    'Ask another user to approve it. Users who may change buttons begin their own with `apply`.',
  ],
  'not-found': [
    'curl -i http://127.0.0.1:8080/openapi.json',
    'Correct the path. If a proxy is in front, let it remove its own prefix.',
  ],
  'phone-not-found': [
    'axl-phone-proxy buttons find NAME',
    'Correct the name. If the phone was renamed, use its new name.',
  ],
  'profile-not-found': ['axl-phone-proxy buttons find NAME', 'Correct the name of the device profile.'],
  'entry-not-found': ['axl-phone-proxy buttons list NAME', 'Read the list again, and use an index that it has.'],
  'history-off': [
    'grep DATABASE_URL /etc/axl-phone-proxy/environment',
    'Remove DATABASE_URL=off and restart. Changes are stored from then on.',
  ],
  'change-not-found': [
    'axl-phone-proxy buttons changes',
    'Use an id of that list. Changes older than HISTORY_RETENTION_DAYS are deleted.',
  ],
  'inventory-off': [
    'grep INVENTORY /etc/axl-phone-proxy/environment',
    'Set INVENTORY=on and restart, if your call manager allows SQL.',
  ],
  'finding-not-found': [
    'axl-phone-proxy buttons check',
    'Nothing to do if the button was fixed. Otherwise use an id of that list.',
  ],
  'method-not-allowed': ['', 'Use one of the methods in the header `Allow`.'],
  'not-representable': [
    'axl-phone-proxy buttons list NAME',
    'Remove the entry that the detail names, or correct its characters in the call manager.',
  ],
  'change-state': [
    'axl-phone-proxy buttons show ID',
    'Look at the state: the change may be running, done, rejected or expired.',
  ],
  'too-many-changes': ['axl-phone-proxy buttons changes', 'Apply, reject or withdraw open changes.'],
  'nothing-to-change': ['axl-phone-proxy buttons show ID', 'Nothing to do: every list is as asked for already.'],
  'idempotency-key-reused': ['', 'Send a new `Idempotency-Key` for a new request.'],
  'changed-meanwhile': [
    'axl-phone-proxy buttons list NAME',
    'Read the list again, decide again, and send its new `ETag`.',
  ],
  'other-digest': ['axl-phone-proxy buttons show ID', 'Read the change again, and approve the digest that it has.'],
  'payload-too-large': [
    'axl-phone-proxy docs interface',
    'Send less in one request: the page has the limit of each call.',
  ],
  'unsupported-media-type': ['', 'Send JSON in UTF-8, not compressed, with `Content-Type: application/json`.'],
  'too-many-buttons': ['', 'Add `?limit=5000` and read page after page, or narrow the number.'],
  'rejected-by-call-manager': [
    'axl-phone-proxy doctor',
    'Change what the detail names. If the list is right, the doctor shows which assumption fails.',
  ],
  'too-many-failed-logins': [
    'journalctl -u axl-phone-proxy -g login-refused',
    'Find the program with the wrong password. Wait as long as `Retry-After` says ([details](#failed-logins)).',
  ],
  'internal-error': [
    'journalctl -u axl-phone-proxy -g unexpected',
    'Report the log line. Read the list before you send a change again.',
  ],
  'stored-otherwise': [
    'axl-phone-proxy buttons list NAME',
    'Read `reason`. Send a list that the call manager keeps, or undo the change.',
  ],
  'call-manager-refused-credentials': [
    'axl-phone-proxy check-config --connect',
    'Correct AXL_PASSWORD_FILE and send SIGHUP. If the password is right, the user lacks a role ([roles](start.md#the-call-manager)).',
  ],
  'axl-service-unavailable': [
    'axl-phone-proxy check-config --connect',
    'Activate the _Cisco AXL Web Service_ on that node, or correct the path in AXL_URL.',
  ],
  'axl-version-unsupported': [
    'axl-phone-proxy check-config --connect',
    'Set AXL_VERSION=auto, or a release that the detail names, and restart.',
  ],
  'call-manager-fault': [
    'axl-phone-proxy doctor',
    'The detail has the words of the call manager. The doctor names the assumption that fails, and what to do.',
  ],
  'call-manager-unreachable': [
    'axl-phone-proxy check-config --connect',
    'Correct AXL_URL, the firewall or AXL_CA_FILE. The log line `axl-call` has the cause.',
  ],
  'call-manager-answer-invalid': [
    'axl-phone-proxy doctor',
    'Look at what stands between: a login page or a proxy. Otherwise send a report of the doctor.',
  ],
  'history-unavailable': [
    'journalctl -u axl-phone-proxy -g history',
    'The line names the cause: a full disk, a file in use, or a PostgreSQL that does not answer.',
  ],
  'inventory-incomplete': [
    'curl -u me http://127.0.0.1:8080/inventory',
    'Wait for the first sweep. If the state is `resting`, its `reason` says what to fix.',
  ],
  'writing-stopped': [
    'journalctl -u axl-phone-proxy -g writing-stopped',
    'Follow [Writing is stopped](#writing-is-stopped), then send `POST /writing/resume`.',
  ],
  'call-manager-busy': [
    'curl http://127.0.0.1:9464/metrics',
    'Wait for `Retry-After`. If it lasts, look for bulk jobs (BAT) and other AXL programs on the call manager.',
  ],
  'call-manager-unavailable': [
    'curl http://127.0.0.1:9464/ready',
    'Start the node or its AXL service. The service probes it and goes on by itself.',
  ],
  overloaded: [
    'curl http://127.0.0.1:9464/metrics',
    'Wait for `Retry-After`, and send fewer requests at a time ([load](#load-on-the-call-manager), [slow bodies](#connections-and-slow-bodies)).',
  ],
  'call-manager-timeout': [
    'journalctl -u axl-phone-proxy -g axl-call',
    'Look at the load of the call manager. If it is always slow, raise AXL_TIMEOUT_MS and REQUEST_DEADLINE_MS.',
  ],
  'not-kept': ['', 'Send the request without `only-if-cached`.'],
  'outcome-unknown': [
    'axl-phone-proxy buttons changes --device NAME',
    'Send the same list again: that is safe. `foundLater` of the change shows what happened.',
  ],
};

const ofUnreadable: Readonly<Record<number, Remedy>> = {
  408: ['', 'Send the request without pauses. See [slow bodies](#connections-and-slow-bodies).'],
  431: ['', 'Send fewer or shorter headers.'],
};

/** @returns a row for each code: its cause, a command that shows more, and the fix */
export function troubleTable(): string {
  const rows = problemRows().map(({ status, code, when }) => {
    const [command, fix] = ofUnreadable[status] ?? remedies[code as ErrorCode];
    return [`${status} \`${code}\``, when, command === '' ? '' : `\`${command}\``, fix];
  });
  return table(['Answer', 'Cause', 'Command', 'Fix'], rows);
}
