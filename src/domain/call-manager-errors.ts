import type { CatalogueEntry } from './catalogue-entry.js';

/** The part of the catalogue of errors that is about the call manager: what it refuses, sets otherwise, or leaves open. */
export const callManagerErrors = {
  'rejected-by-call-manager': {
    status: 422,
    title: 'The call manager rejected the change',
    again: 'changed',
    when: 'The call manager refused the list; the detail has its own words.',
    example: { detail: 'The specified speed dial index is not valid.', axlCode: -1 },
  },
  'stored-otherwise': {
    status: 502,
    title: 'The call manager has set something else',
    again: 'changed',
    means: 'otherwise',
    when:
      'Something was set, but not what was asked for; `present` is the list now, `difference` has the entries, and ' +
      '`reason` says what the call manager did, if that has a known form.',
    example: {
      detail:
        'The call manager has set other speed dials than the ones that were sent: it cut the label at index 3 to 30 ' +
        'characters. `present` is the list now.',
      present: [{ index: '3', dirn: '0199', label: 'Reception of the main building' }],
      reason: 'the call manager cut the label at index 3 to 30 characters',
      difference: [
        {
          index: '3',
          asked: { index: '3', dirn: '0199', label: 'Reception of the main building, ground floor' },
          present: { index: '3', dirn: '0199', label: 'Reception of the main building' },
        },
      ],
    },
  },
  'writing-stopped': {
    status: 503,
    title: 'This service has stopped writing',
    again: 'repaired',
    when:
      'A write has changed more than its list, such as the lines of the phone; nothing is written until a user ' +
      'calls `POST /writing/resume`.',
    example: {
      detail:
        'This service writes nothing: after a write to the phone SEP00A1B2C30011, the call manager removed the lines. ' +
        'Nothing was sent. A user who may change buttons resumes with POST /writing/resume.',
      retryAfterSeconds: 60,
    },
  },
  'call-manager-refused-credentials': {
    status: 502,
    title: "The call manager refused this service's credentials",
    again: 'repaired',
    callManager: 'credentials-refused',
    when: "It refused this service's own credentials, or they lack a role.",
    example: { detail: 'The call manager refused the credentials that this service is configured with.' },
  },
  'axl-service-unavailable': {
    status: 502,
    title: "The call manager's AXL service is not available",
    again: 'repaired',
    callManager: 'unavailable',
    when: 'AXL is not activated there, or not at the configured path.',
    example: {
      detail: 'The call manager answers, but its AXL service is not activated or not at the configured path.',
    },
  },
  'axl-version-unsupported': {
    status: 502,
    title: 'The call manager does not speak this AXL release',
    again: 'repaired',
    callManager: 'unavailable',
    when: 'It does not speak the AXL release that was used.',
    example: {
      detail: 'The call manager does not accept the AXL release of this request. It supports 12.x, 14.0, 15.0.',
    },
  },
  'call-manager-fault': {
    status: 502,
    title: 'The call manager reported a fault',
    again: 'repaired',
    when: 'Any other fault; the detail has the words of the call manager.',
    example: { detail: 'Query request too large. Total rows matched: 2816 rows.', axlCode: -1 },
  },
  'call-manager-busy': {
    status: 503,
    title: 'The call manager is busy',
    again: 'later',
    callManager: 'busy',
    when: 'It is busy and asked for a pause, or its database has a lock or cannot be reached.',
    example: { detail: 'The call manager is busy and asked for a pause.', retryAfterSeconds: 5 },
  },
  'call-manager-unavailable': {
    status: 503,
    title: 'The call manager is down',
    again: 'later',
    callManager: 'unavailable',
    when: 'It has not answered for a while and is being probed.',
    example: {
      detail:
        'The call manager has not answered for a while. This service checks every few seconds whether it is back.',
      retryAfterSeconds: 5,
    },
  },
  'call-manager-unreachable': {
    status: 502,
    title: 'The call manager cannot be reached',
    again: 'later',
    callManager: 'unavailable',
    when: 'The connection was refused or reset, or its name or certificate is wrong.',
    example: { detail: 'The connection to the call manager failed.' },
  },
  'call-manager-timeout': {
    status: 504,
    title: 'The call manager did not answer in time',
    again: 'later',
    callManager: 'unavailable',
    when: 'It did not answer in time.',
    example: { detail: 'The call manager did not answer in time.' },
  },
  'call-manager-answer-invalid': {
    status: 502,
    title: "The call manager's answer cannot be understood",
    again: 'repaired',
    callManager: 'unavailable',
    when: 'Its answer is empty, HTML, cut short or not what was asked for.',
    example: { detail: "The call manager's answer is not SOAP." },
  },
  'outcome-unknown': {
    status: 504,
    title: 'It is not known whether the list was set',
    again: 'later',
    means: 'unknown',
    when: 'The list may or may not be set; sending it again is safe.',
    example: {
      detail:
        'The call manager did not say whether it set the list, and could not be asked again in time. ' +
        'The list may or may not be set; sending it again is safe.',
    },
  },
} as const satisfies Readonly<Record<string, CatalogueEntry>>;
