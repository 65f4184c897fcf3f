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
    when: 'This user may propose plans, and change nothing.',
    example: { detail: 'This user may only propose plans (POST /plans) and cannot change speed dials.' },
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
  'run-not-found': {
    status: 404,
    title: 'There is no such run',
    again: 'changed',
    when: 'The history has no run of this id.',
    example: { detail: 'The history has no run of this id.' },
  },
  'plan-not-found': {
    status: 404,
    title: 'There is no such plan',
    again: 'changed',
    when: 'The service has no plan of this id.',
    example: { detail: 'There is no plan of this id.' },
  },
  'plan-not-settable': {
    status: 422,
    title: 'A list of the plan cannot be set',
    again: 'changed',
    when: 'The plan names devices that the call manager does not have; `errors` names each.',
    example: {
      detail: 'body.changes[0].device: There is no phone SEP00A1B2C3FFFF.',
      fields: [{ field: 'body.changes[0].device', detail: 'There is no phone SEP00A1B2C3FFFF.' }],
    },
  },
  'plan-state': {
    status: 409,
    title: 'The plan is in another state',
    again: 'changed',
    when: 'The plan is in a state in which this cannot be done, for example applied already.',
    example: { detail: 'The plan is applied. To approve a plan is possible while it is proposed.' },
  },
  'too-many-plans': {
    status: 409,
    title: 'Too many plans are open',
    again: 'later',
    when: 'So many plans wait or are under way that no more are taken.',
    example: { detail: 'Too many plans are open. Apply, reject or withdraw some of them first.' },
  },
  'other-digest': {
    status: 412,
    title: 'The approval is for another plan',
    again: 'changed',
    means: 'changed',
    when: 'The approval names another digest than that of the plan; `ETag` has it.',
    example: { detail: 'The digest is not the one of this plan. Read the plan again, then decide.' },
  },
  'own-plan': {
    status: 403,
    title: 'Someone else has to do this',
    again: 'no',
    when: 'The plan is your own, and someone else has to approve it.',
    example: {
      detail:
        'You proposed this plan, so another user has to approve it. PLANS_APPROVAL=any lets users approve their own.',
    },
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
