import { callManagerErrors } from './call-manager-errors.js';
import type { CatalogueEntry } from './catalogue-entry.js';

export type { CatalogueEntry };

/**
 * Every way in which this service can fail a caller: the only table. Problem bodies and the OpenAPI document are made
 * from it; `npm run docs` makes the client's table and the one in docs/interface.md. The codes are part of the
 * interface: they never change.
 */
export const errorCatalogue = {
  // Problems of any request, regardless of its path.
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
    means: 'login',
    when: 'No credentials, or wrong ones; checked before anything else.',
    example: { detail: 'The user name or the password is wrong.' },
  },
  forbidden: {
    status: 403,
    title: 'This user may only read',
    again: 'no',
    means: 'login',
    when: 'This user may only read.',
    example: { detail: 'This user is read-only and cannot change speed dials.' },
  },
  'may-only-propose': {
    status: 403,
    title: 'This user may only propose',
    again: 'no',
    means: 'login',
    when: 'This user may propose changes, or approve those of others, and change nothing alone.',
    example: { detail: 'This user may only propose changes (POST /changes) and cannot change speed dials.' },
  },
  'cross-site': {
    status: 403,
    title: 'Another site asks for a change',
    again: 'no',
    when: 'A browser sent this for a page of another site.',
    example: { detail: 'This request comes from a page of another site. Only pages of this site can make changes.' },
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
    when: 'A body with more bytes or values than the call takes.',
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

  'phone-not-found': {
    status: 404,
    title: 'There is no such phone',
    again: 'changed',
    ofOneDevice: true,
    when: 'The call manager has no phone of that name.',
    example: { detail: 'There is no phone SEP00A1B2C3FFFF.', axlCode: 5007 },
  },
  'profile-not-found': {
    status: 404,
    title: 'There is no such device profile',
    again: 'changed',
    ofOneDevice: true,
    when: 'The call manager has no device profile of that name.',
    example: { detail: 'There is no device profile UDP_SHIFT9.', axlCode: 5007 },
  },
  'entry-not-found': {
    status: 404,
    title: 'There is no such entry',
    again: 'changed',
    when: 'The device has no entry at that index.',
    example: { detail: 'The phone SEP00A1B2C30011 has no speed dial at index 7.' },
  },
  'not-representable': {
    status: 409,
    title: 'An entry cannot be kept as it is',
    again: 'repaired',
    ofOneDevice: true,
    when: 'An entry that stays cannot be written back as it was read; nothing was changed.',
    example: {
      detail:
        'The busy lamp field at index 3 has characters that cannot be read, so it cannot be written back as it is. ' +
        'Nothing was changed. Remove that entry, or fix it in the call manager.',
    },
  },
  'changed-meanwhile': {
    status: 412,
    title: 'The list has changed meanwhile',
    again: 'changed',
    means: 'changed',
    when: '`If-Match` does not name the current list; `ETag` does.',
    example: {
      detail: 'The speed dials do not match If-Match any more. Nothing was changed. Read them again, then decide.',
    },
  },
  'history-off': {
    status: 404,
    title: 'There is no history',
    again: 'repaired',
    when: 'This service keeps no history of changes.',
    example: { detail: 'This service keeps no history: DATABASE_URL is off.' },
  },
  'change-not-found': {
    status: 404,
    title: 'There is no such change',
    again: 'changed',
    when: 'The history has no change of this id.',
    example: { detail: 'The history has no change of this id.' },
  },
  'change-state': {
    status: 409,
    title: 'The change is in another state',
    again: 'changed',
    when: 'The change is in a state in which this cannot be done, for example done already.',
    example: { detail: 'The change is done. To approve a change is possible while it is proposed.' },
  },
  'too-many-changes': {
    status: 409,
    title: 'Too many changes are open',
    again: 'later',
    when: 'So many changes are open, in all or of this user, that no more are taken. Writes of one list do not count.',
    example: { detail: 'Too many changes are open. Apply, reject or withdraw some of them first.' },
  },
  'nothing-to-change': {
    status: 422,
    title: 'There is nothing to change',
    again: 'changed',
    when: 'Every list is as asked for already, or nothing is left to undo.',
    example: { detail: 'Every list is as asked for already. Nothing was changed.' },
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'The Idempotency-Key belongs to another request',
    again: 'changed',
    when: 'This user has sent this Idempotency-Key with another request in the last 24 hours.',
    example: { detail: 'The Idempotency-Key was sent with another request before. Send a new key for a new request.' },
  },
  'other-digest': {
    status: 412,
    title: 'The approval is for another change',
    again: 'changed',
    means: 'changed',
    when: 'The approval names another digest than that of the change.',
    example: { detail: 'The digest is not the one of this change. Read the change again, then decide.' },
  },
  'own-change': {
    status: 403,
    title: 'Someone else has to do this',
    again: 'no',
    when: 'Own changes are approved by others, and proposed, begun or withdrawn by their own user.',
    example: { detail: 'The change is your own, so you cannot approve it.' },
  },
  'history-unavailable': {
    status: 503,
    title: 'The history cannot be reached',
    again: 'later',
    when: 'The history of changes cannot be reached; without it nothing is changed.',
    example: {
      detail: 'The history of changes cannot be reached, and without it nothing is changed. Nothing was sent.',
      retryAfterSeconds: 1,
    },
  },
  'inventory-off': {
    status: 404,
    title: 'There is no inventory',
    again: 'repaired',
    when: 'This service keeps no inventory of the cluster.',
    example: { detail: 'This service keeps no inventory: INVENTORY is off.' },
  },
  'inventory-incomplete': {
    status: 503,
    title: 'The inventory cannot answer yet',
    again: 'later',
    when: 'The whole cluster has not been read yet, or the store of the inventory cannot be reached.',
    example: {
      detail: 'The whole cluster has not been read yet. GET /inventory shows how far the sweep is.',
      retryAfterSeconds: 30,
    },
  },
  'finding-not-found': {
    status: 404,
    title: 'There is no such finding',
    again: 'changed',
    when: 'The last whole sweep of the inventory has no finding of this id.',
    example: { detail: 'The inventory has no finding of this id.' },
  },
  'not-kept': {
    status: 504,
    title: 'No such answer is kept',
    again: 'changed',
    when: 'The request says `only-if-cached`, and no stored answer is new enough.',
    example: {
      detail:
        'The request says only-if-cached, and no stored answer is new enough. Without only-if-cached, the service ' +
        'asks the call manager.',
    },
  },
  'too-many-buttons': {
    status: 422,
    title: 'More buttons point at the number than can be held at once',
    again: 'changed',
    when: 'More buttons point at the number than this service can hold at once; get them in pages with `?limit=`.',
    example: {
      detail:
        'At least 200001 buttons point at this number. They are too many, or their texts are too long, for what this ' +
        'service holds at once for all requests (200000 buttons). Get them in pages with ?limit=5000.',
    },
  },
  ...callManagerErrors,
  overloaded: {
    status: 503,
    title: 'This service takes no more requests for now',
    again: 'later',
    when: 'More requests are waiting than can be answered in time.',
    example: {
      detail: 'More requests are waiting for the call manager than can be answered in time.',
      retryAfterSeconds: 2,
    },
  },
  'internal-error': {
    status: 500,
    title: 'This service failed',
    again: 'repaired',
    // The failure may have come after the list was set.
    means: 'unknown',
    when: 'An unexpected failure of this service; its log has the details.',
    example: { detail: 'This service failed unexpectedly. Its log has the details.' },
  },
} as const satisfies Readonly<Record<string, CatalogueEntry>>;

export type ErrorCode = keyof typeof errorCatalogue;

export const errorCodes = Object.keys(errorCatalogue) as readonly ErrorCode[];

/** @returns the row of a code */
export function catalogued(code: ErrorCode): CatalogueEntry {
  return errorCatalogue[code];
}
