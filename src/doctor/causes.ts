import type { Exchange } from '../axl/transport/transport.js';
import { isServiceError, type ServiceError } from '../domain/errors.js';
import { plain, type Told, told } from './told.js';

/** Why probes could not be tried, the likeliest reason in a word. */
export const causeNames = [
  'login-refused',
  'not-allowed',
  'wrong-address',
  'redirected',
  'login-page',
  'not-axl',
  'tls',
  'release-refused',
  'throttled',
  'no-answer',
  'connection-lost',
  'unreachable',
  'fault',
  'sql-refused',
  'node-away',
] as const;
export type CauseName = (typeof causeNames)[number];

export interface Cause {
  readonly name: CauseName;
  /** What is wrong, and what to do. */
  readonly words: Told;
}

interface Row {
  readonly name: CauseName;
  readonly is: (failure: ServiceError, last: Exchange | undefined) => boolean;
  readonly words: (failure: ServiceError) => Told;
}

const status = ({ facts }: ServiceError) => /^HTTP (\d{3})$/.exec(facts.cause ?? '')?.[1] ?? '';
const http = (failure: ServiceError) => told`HTTP ${plain(status(failure))}`;

/** AXL's roles, by the names of call managers. */
const roles =
  'To read and write, a user needs the role Standard AXL API Access (on some call managers also Standard CCM Admin ' +
  'Users). Only to read, Standard AXL Read Only API Access (or Standard AXL API Users).';

/** A login that was refused, at any node. */
export const refusedLogin: Cause = {
  name: 'login-refused',
  words: told`The call manager refused the login (401). Nothing more was sent, because three refusals lock the account. Set AXL_USERNAME and AXL_PASSWORD_FILE, and wait before you try again.`,
};

/** The failures by their causes; the first row that fits counts. */
const rows: readonly Row[] = [
  {
    name: 'login-refused',
    is: (failure) => isServiceError(failure, 'call-manager-refused-credentials') && status(failure) !== '403',
    words: () => refusedLogin.words,
  },
  {
    name: 'not-allowed',
    is: (failure) => isServiceError(failure, 'call-manager-refused-credentials'),
    words: () => told`The user may not do this by AXL (403). ${plain(roles)}`,
  },
  {
    name: 'tls',
    is: (failure) => isServiceError(failure, 'call-manager-unreachable') && isHandshake(failure),
    words: ({ facts }) => told`No secure connection came about. ${plain(facts.detail)}`,
  },
  {
    name: 'wrong-address',
    is: (failure) => status(failure) === '404',
    words: () =>
      told`A server answers at AXL_URL, but not AXL (HTTP 404). Check the host, the port (8443) and the path (/axl/), and activate the Cisco AXL Web Service on that node.`,
  },
  {
    name: 'redirected',
    is: (failure) => /^30\d$/.test(status(failure)),
    words: (failure) =>
      told`A server answers at AXL_URL with a redirect (${http(failure)}), to a login page or to another address. Set AXL_URL to the call manager itself, with https, port 8443 and the path /axl/.`,
  },
  {
    name: 'throttled',
    is: (failure) => isServiceError(failure, 'call-manager-busy') || status(failure) === '429',
    words: (failure) =>
      told`The call manager is busy: it refuses requests for now (${plain(failure.facts.cause ?? 'busy')}), also after a wait. Try again later, and look for another program that sends it many requests.`,
  },
  {
    name: 'release-refused',
    is: (failure) => isServiceError(failure, 'axl-version-unsupported'),
    words: ({ facts }) => told`${plain(facts.detail)} Set AXL_VERSION to one that it supports, or leave it out.`,
  },
  {
    name: 'login-page',
    is: (_failure, last) => last !== undefined && isPage(last) && isLoginPage(last),
    words: (failure) =>
      told`A login page answers instead of AXL (${http(failure)}). AXL takes no single sign-on. Set AXL_URL to the call manager itself, without a proxy in front.`,
  },
  {
    name: 'no-answer',
    is: (failure) => isServiceError(failure, 'call-manager-timeout'),
    words: () =>
      told`No answer came in time. The call manager is slow, or a firewall drops the packets. Check AXL_URL, and raise AXL_TIMEOUT_MS if the call manager is slow.`,
  },
  {
    name: 'connection-lost',
    is: ({ facts }) => /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(facts.cause ?? ''),
    words: () =>
      told`The connection was closed before an answer came. Check AXL_URL, and what stands in front of the call manager.`,
  },
  {
    name: 'unreachable',
    is: (failure) => isServiceError(failure, 'call-manager-unreachable', 'call-manager-unavailable'),
    words: ({ facts }) => connectionTold(facts.cause ?? ''),
  },
  {
    name: 'fault',
    is: (failure) => isServiceError(failure, 'call-manager-fault'),
    words: () => told`The call manager answers with a fault. Its words are in the row.`,
  },
  {
    name: 'not-axl',
    is: (failure) => isServiceError(failure, 'call-manager-answer-invalid', 'axl-service-unavailable'),
    words: ({ facts }) =>
      told`What answers at AXL_URL is not AXL. ${plain(facts.detail)} Check AXL_URL, and look for a proxy in front of the call manager.`,
  },
];

/** What the system says about connections that did not come about. */
const connections: readonly (readonly [codes: RegExp, words: Told])[] = [
  [
    /ENOTFOUND|EAI_/,
    told`The call manager could not be reached: the host name in AXL_URL is not known. Check AXL_URL and the name server.`,
  ],
  [
    /ECONNREFUSED/,
    told`The call manager could not be reached: nothing listens at the host and port of AXL_URL. Check AXL_URL, and that the call manager runs.`,
  ],
];

function connectionTold(cause: string): Told {
  return (
    connections.find(([codes]) => codes.test(cause))?.[1] ??
    told`The call manager could not be reached. Check AXL_URL and the firewall.`
  );
}

/** Other errors of connections have one sentence; a failed handshake has one with advice. */
function isHandshake({ facts }: ServiceError): boolean {
  return facts.detail !== 'The connection to the call manager failed.';
}

/** @returns the likeliest cause of a failure. @param last the last exchange before it */
export function causeOf(failure: ServiceError, last?: Exchange): Cause | undefined {
  const row = rows.find(({ is }) => is(failure, last));
  return row && { name: row.name, words: row.words(failure) };
}

const pageStart = /^\uFEFF?\s*(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype\s+html|html)[\s>]/is;

/** Whether an answer is a web page. */
export function isPage({ response }: Exchange): boolean {
  return pageStart.test(textOf(response.body().subarray(0, 1_024)));
}

function isLoginPage({ response }: Exchange): boolean {
  return /log ?[io]n|sign ?[io]n|password|anmeld/i.test(textOf(response.body().subarray(0, 16_384)));
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}
