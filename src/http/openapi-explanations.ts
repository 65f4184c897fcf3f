import type { ErrorCode, ErrorFacts } from '../domain/errors.js';

interface Explanation {
  /** Follows the code in the document. */
  readonly when: string;
  /** What an example says. */
  readonly facts: ErrorFacts;
}

/** What the interface's document says of each problem. */
export const explanations: Readonly<Record<ErrorCode, Explanation>> = {
  'invalid-request': {
    when: 'A parameter or the body is not right; `errors` names each field.',
    facts: {
      detail: 'query.dirn is missing; give a directory number such as dirn=0100.',
      fields: [{ field: 'query.dirn', detail: 'is missing; give a directory number such as dirn=0100' }],
    },
  },
  unauthenticated: {
    when: 'No credentials, or wrong ones; said before anything else.',
    facts: { detail: 'The user name or the password is wrong.' },
  },
  forbidden: {
    when: 'This user may only read.',
    facts: { detail: 'This user may look phones up, but not change their speed dials.' },
  },
  'not-found': {
    when: 'Nothing is at this path: the base address is wrong.',
    facts: {
      detail: 'This service answers GET /phone/?dirn=NUMBER and POST /speeddials?phone=NAME; /docs describes them.',
    },
  },
  'method-not-allowed': {
    when: 'Another method was used at this path.',
    facts: { detail: 'Use HEAD or GET here.' },
  },
  'payload-too-large': { when: 'A body over 1 MB.', facts: { detail: 'The body is larger than 1 MB.' } },
  'unsupported-media-type': {
    when: 'A body that is not JSON in UTF-8, or is compressed.',
    facts: { detail: 'Send the speed dials as a JSON array, with Content-Type: application/json, in UTF-8.' },
  },
  'too-many-failed-logins': {
    when: 'Too many wrong passwords, from this address or for this user name.',
    facts: { detail: 'Too many logins have failed from this address or for this name.', retryAfterSeconds: 240 },
  },
  'phone-not-found': {
    when: 'The call manager has no phone of that name.',
    facts: { detail: 'There is no phone SEP00123456789A.', axlCode: 5007 },
  },
  'rejected-by-call-manager': {
    when: 'The call manager refused the list; in its own words.',
    facts: { detail: 'The specified speed dial index is not valid.', axlCode: -1 },
  },
  'call-manager-refused-credentials': {
    when: "It refused this service's own credentials, or they lack a role.",
    facts: { detail: 'The call manager refused the credentials that this service is configured with.' },
  },
  'axl-service-unavailable': {
    when: 'AXL is not activated there, or not at the configured path.',
    facts: { detail: 'The call manager answers, but its AXL service is not activated or not at the configured path.' },
  },
  'axl-version-unsupported': {
    when: 'It does not speak the AXL release that was used.',
    facts: {
      detail: 'The call manager does not accept the AXL release of this request. It supports 12.x, 14.0, 15.0.',
    },
  },
  'call-manager-fault': {
    when: 'Any other fault; in its own words.',
    facts: { detail: 'Query request too large. Total rows matched: 2816 rows.', axlCode: -1 },
  },
  'call-manager-busy': {
    when: 'It asks to be left alone for a while.',
    facts: { detail: 'The call manager is busy and asks to be left alone for a while.', retryAfterSeconds: 5 },
  },
  'call-manager-unavailable': {
    when: 'It has not answered for a while and is being probed.',
    facts: {
      detail: 'The call manager has not answered for a while; this service looks every few seconds whether it is back.',
      retryAfterSeconds: 5,
    },
  },
  'call-manager-unreachable': {
    when: 'The connection was refused or reset, or its name or certificate is wrong.',
    facts: { detail: 'The connection to the call manager failed.' },
  },
  'call-manager-timeout': {
    when: 'It did not answer in time.',
    facts: { detail: 'The call manager did not answer in time.' },
  },
  'call-manager-answer-invalid': {
    when: 'Its answer is empty, HTML, cut short or not what was asked for.',
    facts: { detail: "The call manager's answer is not SOAP." },
  },
  'outcome-unknown': {
    when: 'The list may or may not be set; sending it again is safe.',
    facts: {
      detail:
        'The call manager did not say whether it set the list, and could not be asked again in time. ' +
        'The list may or may not be set; sending it again is safe.',
    },
  },
  overloaded: {
    when: 'More requests are waiting than can be answered in time.',
    facts: {
      detail: 'More requests are waiting for the call manager than can be answered in time.',
      retryAfterSeconds: 2,
    },
  },
  'internal-error': {
    when: 'A fault of this service; its log knows more.',
    facts: { detail: 'This service failed in a way that it was not built for.' },
  },
};
