import { ConnectionError, failureOf as meaningOf, type Failure as Meaning } from '../../client/index.js';
import { PhoneProxyError, ProblemError, UnexpectedAnswerError } from '../../client/index.js';

/** What a failed call means, and the texts for it. */
export interface Failure extends Meaning {
  /** For people, without names that only programs know. It may quote other software. */
  readonly detail: string;
  /** The failure in a few words, for a short line: `the call manager is busy`. */
  readonly brief: string;
}

/**
 * @param thrown the error of a call of the typed client
 * @param url the address of the service
 * @throws any error that is not a failed call
 */
export function failureOf(thrown: unknown, url: string): Failure {
  if (!(thrown instanceof PhoneProxyError)) throw thrown;
  return { ...meaningOf(thrown), detail: detailOf(thrown, url), brief: briefOf(thrown) };
}

function detailOf(error: PhoneProxyError, url: string): string {
  if (error instanceof ProblemError) return ofProblem(error);
  if (error instanceof UnexpectedAnswerError) {
    const what = error.contentType ?? 'no content type';
    return `Something other than this service answered at ${url}: HTTP ${error.status}, ${what}.`;
  }
  return error instanceof ConnectionError ? ofConnection(error, url) : error.message;
}

function briefOf(error: PhoneProxyError): string {
  if (error instanceof ProblemError) return error.title.charAt(0).toLowerCase() + error.title.slice(1);
  if (!(error instanceof ConnectionError)) return 'something other than this service answered';
  return error.reason === 'timeout' ? 'the service did not answer in time' : 'the service cannot be reached';
}

function ofProblem(error: ProblemError): string {
  const { code, requestId, detail, errors } = error;
  if (code === 'changed-meanwhile') return 'The list has changed since it was read.';
  // Its detail says what was looked for, and is no fault.
  if (code === 'nothing-to-change') return detail;
  const wrong = errors.map((problem) => `${fieldName(problem.field)} ${problem.detail}`);
  return `${wrong.length > 0 ? `${wrong.join('; ')}.` : detail} (${code}, request ${requestId})`;
}

/** The names of a request's fields, for people. */
const fieldNames: Readonly<Record<string, string>> = {
  'query.dirn': 'the number',
  'query.name': "the device's name",
  'query.phone': "the phone's name",
  'query.profile': "the device profile's name",
  'query.search': 'the text',
};

/** The names of what a change is asked for with. */
const wordNames: Readonly<Record<string, string>> = {
  ...{ dirn: 'the number', dirns: 'the number', to: 'the new number', toPartition: 'the new partition' },
  ...{ label: 'the label', oldLabel: 'the old label', partition: 'the partition', destination: 'the address' },
  ...{ index: 'the index', search: 'the text of --search', devices: 'the device', reason: '--reason' },
};

const inBody = /^body(?:\.\w+(?=[.[]))?(?:\[(\d+)\])?(?:\.(?:entry\.)?(\w+)(?:\[(\d+)\])?)?$/;

/** @param field `query.dirn`, `body.reason`, `body.relabel.label`, `body.replace[2].to`, `body.remove.dirns[0]` */
function fieldName(field: string): string {
  const [, item, word = '', place] = inBody.exec(field) ?? [];
  const name = fieldNames[field] ?? wordNames[word] ?? field.replace(/^\w+\./, '');
  const at = item ?? place;
  if (at === undefined) return name;
  return `${word === '' ? '' : `${name} of `}item ${Number(at) + 1}`;
}

/** The system's codes, in words. */
const connectionWords: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the name does not exist',
  EAI_AGAIN: 'the name cannot be resolved now',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
  BLOCKED_PORT: 'this port is reserved for another protocol, and blocked; give the service another one',
  ECONNRESET: 'the connection broke',
  UND_ERR_SOCKET: 'the connection broke',
  UND_ERR_CONNECT_TIMEOUT: 'nothing answers there',
};

/** Why a certificate is not trusted, in words. */
const certificateWords: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another name',
};

/** The errors of a handshake with a server that does not use TLS, such as plain http. */
const noTls: ReadonlySet<string> = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG']);

/** The codes of a certificate whose authority is not known. */
const unvouched = /SELF_SIGNED|UNABLE_TO|CERT_UNTRUSTED/;

function ofConnection({ reason, causeCode = 'unknown' }: ConnectionError, url: string): string {
  if (reason === 'timeout') return `${url} did not answer in time.`;
  const words = connectionWords[causeCode];
  if (noTls.has(causeCode))
    return `The server at ${url} does not speak TLS (${causeCode}). Try http if it is on this machine.`;
  if (causeCode.startsWith('ERR_SSL'))
    return `This command and the service at ${url} have no TLS version or cipher in common (${causeCode}).`;
  if (unvouched.test(causeCode)) {
    return (
      `The certificate of the service at ${url} is not trusted: its authority is not known here (${causeCode}). ` +
      'Set PHONE_PROXY_CA_FILE to a file with that certificate, or with that of its authority.'
    );
  }
  if (/CERT|ERR_TLS/.test(causeCode)) {
    const why = certificateWords[causeCode] ?? 'it is refused';
    return `The certificate of the service at ${url} is not trusted: ${why} (${causeCode}).`;
  }
  return `The service at ${url} cannot be reached${words === undefined ? '' : `: ${words}`} (${causeCode}).`;
}
