import type { CatalogueEntry } from './catalogue-entry.js';

/** The part of the error catalogue about requests that are refused for what they are, whatever they ask for. */
export const requestErrors = {
  'invalid-request': {
    status: 400,
    title: 'The request is not valid',
    again: 'changed',
    when: 'A parameter or the body is not right; `errors` names each field.',
    example: {
      detail: 'query.dirn is missing; give a directory number such as dirn=0100.',
      fields: [{ field: 'query.dirn', detail: 'is missing; give a directory number such as dirn=0100' }],
    },
  },
  unauthenticated: {
    status: 401,
    title: 'Authentication is needed',
    again: 'changed',
    when: 'No credentials, or wrong ones; said before anything else.',
    example: { detail: 'The user name or the password is wrong.' },
  },
  forbidden: {
    status: 403,
    title: 'This user may only read',
    again: 'no',
    when: 'This user may only read.',
    example: { detail: 'This user may look phones up, but not change their speed dials.' },
  },
  'cross-site': {
    status: 403,
    title: 'Another site asks for a change',
    again: 'no',
    when: 'A browser sent this for a page of another site.',
    example: { detail: 'This request comes from a page of another site; changes are taken from this site alone.' },
  },
  'not-found': {
    status: 404,
    title: 'There is nothing at this path',
    again: 'changed',
    when: 'Nothing is at this path: the base address is wrong.',
    example: {
      detail: 'This service answers GET /phone/?dirn=NUMBER and POST /speeddials?phone=NAME; /docs describes them.',
    },
  },
  'method-not-allowed': {
    status: 405,
    title: 'This path does not take this method',
    again: 'changed',
    when: 'Another method was used at this path.',
    example: { detail: 'Use HEAD or GET here.' },
  },
  'payload-too-large': {
    status: 413,
    title: 'The body is too large',
    again: 'changed',
    when: 'A body over 1 MB.',
    example: { detail: 'The body is larger than 1 MB.' },
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The body is not JSON',
    again: 'changed',
    when: 'A body that is not JSON in UTF-8, or is compressed.',
    example: { detail: 'Send the speed dials as a JSON array, with Content-Type: application/json, in UTF-8.' },
  },
  'too-many-failed-logins': {
    status: 429,
    title: 'Too many failed logins',
    again: 'later',
    when: 'Too many wrong passwords, from this address or for this user name.',
    example: { detail: 'Too many logins have failed from this address or for this name.', retryAfterSeconds: 240 },
  },
} as const satisfies Readonly<Record<string, CatalogueEntry>>;
