import { errorCodes } from '../../domain/error-catalogue.js';
import { requestIdSchema } from './problem-schema.js';
import { unnamedSchema } from './json-schemas.js';

/** The headers of the interface's document. */

/** @returns the headers that responses carry, for the document's components */
export function responseHeaders(): Record<string, object> {
  return {
    'X-Request-Id': {
      description: "The request's id: the caller's own, or a new one. The log knows it.",
      required: true,
      schema: unnamedSchema(requestIdSchema),
    },
    'Retry-After': {
      description: 'After how many seconds another try makes sense.',
      required: true,
      schema: { type: 'integer', minimum: 0, examples: [5] },
    },
    'WWW-Authenticate': {
      description: 'How to authenticate.',
      required: true,
      schema: { type: 'string', examples: ['Basic realm="axl-phone-proxy", charset="UTF-8"'] },
    },
    Allow: {
      description: 'The methods of this path.',
      required: true,
      schema: { type: 'string', examples: ['HEAD, GET'] },
    },
    'Accept-Encoding': {
      description: 'Only where the body was compressed: send it as it is.',
      schema: { type: 'string', examples: ['identity'] },
    },
    'X-After-Update': {
      description:
        'Only where the service makes phones load their change: `ok`, or the code of what went wrong. The list is ' +
        'set in either case.',
      schema: { type: 'string', enum: ['ok', ...errorCodes] },
    },
    ETag: { description: 'Names this version of the content.', required: true, schema: { type: 'string' } },
    Age: {
      description: 'Only of an answer from the inventory: how many seconds ago the oldest part of it was read.',
      schema: { type: 'integer', minimum: 0 },
    },
    'Cache-Status': {
      description:
        'Only of an answer from the inventory: `axl-phone-proxy; hit`. Where it is not known of a device whether it ' +
        'has a button to a number, and the call manager is not asked, `; left-out="phone/SEP00A1B2C30003"` names it; ' +
        'several are separated by spaces.',
      schema: { type: 'string', pattern: '^axl-phone-proxy; hit(; left-out="[^"]+")?$' },
    },
    Link: {
      description: 'Only where there are more: `<?…>; rel="next"`, relative to the address of the request.',
      schema: {
        type: 'string',
        examples: ['<?search=reception&after=WyJTRVAwMEExQjJDMzAwMTEiLCJwaG9uZSJd>; rel="next"'],
      },
    },
  };
}

/** @returns the headers that callers may send, for the document's components */
export function requestHeaders(): Record<string, object> {
  return {
    'X-Request-Id': requestIdParameter(),
    'If-Match': {
      name: 'If-Match',
      in: 'header',
      description:
        'Only where the list is one that this ETag names; several stand with commas between, and `*` is any list. A list that ' +
        'is already as it was sent counts as set.',
      schema: { type: 'string' },
    },
    'Cache-Control': {
      name: 'Cache-Control',
      in: 'header',
      description:
        'Which answers from the inventory are taken: `max-age=N`, one up to N seconds old in place of asking the call ' +
        'manager; `stale-if-error=N`, one where the answer would be 502, 503 or 504; `only-if-cached`, nobody is asked; ' +
        '`no-cache`, the call manager is asked; `no-cache` and `only-if-cached` together are 504 `not-kept`.',
      schema: { type: 'string' },
    },
    Run: {
      name: 'Run',
      in: 'header',
      description:
        'The id of a run of this user, which the change belongs to in the history; it says nothing where none is kept. ' +
        'An empty header is taken as none.',
      schema: { type: 'string' },
    },
    'If-None-Match': {
      name: 'If-None-Match',
      in: 'header',
      description:
        'The ETag of the list that is known already: 304 where it still holds. With a change and beside `If-Match`, that of ' +
        'the list that is to be set: 412 where it is there already, instead of counting as set.',
      schema: { type: 'string' },
    },
  };
}

function requestIdParameter(): object {
  return {
    name: 'X-Request-Id',
    in: 'header',
    description: "The caller's own id for the request; one of another form is replaced.",
    schema: unnamedSchema(requestIdSchema),
  };
}
