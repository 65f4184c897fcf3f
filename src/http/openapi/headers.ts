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
    'If-None-Match': {
      name: 'If-None-Match',
      in: 'header',
      description: 'The ETag of the list that is known already: 304 where it still holds.',
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
