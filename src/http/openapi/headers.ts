import { errorCodes } from '../../domain/error-catalogue.js';
import { requestIdSchema } from './problem-schema.js';
import { unnamedSchema } from './json-schemas.js';

/** The headers in the OpenAPI document. */

/** @returns the headers of responses, for the document's components */
export function responseHeaders() {
  return {
    'X-Request-Id': {
      description: "The request's id: the caller's own, or a new one. The log has it too.",
      required: true,
      schema: unnamedSchema(requestIdSchema),
    },
    'Retry-After': {
      description: 'How many seconds to wait before you retry.',
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
      description: 'Only if the body was compressed: send it uncompressed.',
      schema: { type: 'string', examples: ['identity'] },
    },
    'X-After-Update': {
      description:
        'Only if the service makes phones load their change: `ok`, or the code of what went wrong. The list is ' +
        'set in either case.',
      schema: { type: 'string', enum: ['ok', ...errorCodes] },
    },
    'Content-Disposition': {
      description: 'A name for the file.',
      required: true,
      schema: { type: 'string', examples: ['attachment; filename="buttons.csv"'] },
    },
    ETag: { description: 'Names this version of the content.', required: true, schema: { type: 'string' } },
    Location: {
      description: 'Where it is, relative to the address of the request.',
      required: true,
      schema: { type: 'string' },
    },
    Age: {
      description: 'Only for an answer from the inventory: how many seconds ago its oldest part was read.',
      schema: { type: 'integer', minimum: 0 },
    },
    'Cache-Status': {
      description:
        'Only for an answer from the inventory: `axl-phone-proxy; hit`. If it is not known whether a device ' +
        'has a button to the number, and the call manager is not asked, `; left-out="phone/SEP00A1B2C30003"` names it; ' +
        'spaces separate several names.',
      schema: { type: 'string', pattern: '^axl-phone-proxy; hit(; left-out="[^"]+")?$' },
    },
    Link: {
      description: 'Only if there are more: `<?…>; rel="next"`, relative to the address of the request.',
      schema: {
        type: 'string',
        examples: ['<?search=reception&after=WyJTRVAwMEExQjJDMzAwMTEiLCJwaG9uZSJd>; rel="next"'],
      },
    },
  };
}

export type ResponseHeader = keyof ReturnType<typeof responseHeaders>;

const textOf = (description: string) => ({ description, schema: { type: 'string' } });

/** The headers that a call may read, besides `X-Request-Id`. */
const ofCalls = {
  'If-Match': textOf(
    'Change the list only if this ETag names it. Separate several by commas; `*` is any list. A list that ' +
      'is already as it was sent counts as set.',
  ),
  'Cache-Control': textOf(
    'Which answers from the inventory you accept: `max-age=N`, one up to N seconds old instead of asking the call ' +
      'manager; `stale-if-error=N`, one instead of 502, 503 or 504; `only-if-cached`, never ask the call manager; ' +
      '`no-cache`, always ask it; `no-cache` and `only-if-cached` together are 504 `not-kept`.',
  ),
  'Idempotency-Key': textOf(
    'Names this request, in 1 to 255 characters. If the answer is lost, the same request with the same key gives the ' +
      'same change, for 24 hours.',
  ),
  'If-None-Match': textOf(
    'The ETag of the list that you have: 304 if it is current. With a change and `If-Match`, the ETag of ' +
      'the list to set: 412 if it is there already, instead of counting as set.',
  ),
};

export type RequestHeader = keyof typeof ofCalls;

/** @returns the headers that callers may send, for the document's components */
export function requestHeaders(): Record<string, object> {
  const ofAll = {
    'X-Request-Id': {
      description: 'Your own id for the request. An id in another form is replaced.',
      schema: unnamedSchema(requestIdSchema),
    },
  };
  return Object.fromEntries(
    Object.entries({ ...ofAll, ...ofCalls }).map(([name, header]) => [name, { name, in: 'header', ...header }]),
  );
}
