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
  };
}

/** @returns the header that callers may send with any request */
export function requestIdParameter(): object {
  return {
    name: 'X-Request-Id',
    in: 'header',
    description: "The caller's own id for the request; one of another form is replaced.",
    schema: unnamedSchema(requestIdSchema),
  };
}
