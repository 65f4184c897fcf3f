import { version } from '../../version.js';
import { answerHeaders, requestIdParameter } from './headers.js';
import { paths } from './operations.js';
import { problemExamples } from './problem-responses.js';
import { namedSchemas } from './json-schemas.js';

/** @returns the interface's description, OpenAPI 3.1 */
export function openApiDocument(): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'axl-phone-proxy',
      version,
      summary: 'Phones and speed dials of a call manager',
      description:
        'Every call needs HTTP Basic authentication, this document too. Every answer carries `X-Request-Id`; every ' +
        'error is `application/problem+json` with a stable `code`.',
      contact: { name: 'The axl-phone-proxy authors' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '.', description: 'Where this document comes from.' }],
    security: [{ basic: [] }],
    tags: [
      { name: 'Phones', description: 'The two calls that this service is for.' },
      { name: 'Documentation', description: 'What describes them.' },
    ],
    paths: paths(),
    components: {
      securitySchemes: { basic: { type: 'http', scheme: 'basic', description: 'User name and password, in UTF-8.' } },
      schemas: namedSchemas(),
      parameters: { 'X-Request-Id': requestIdParameter() },
      headers: answerHeaders(),
      examples: problemExamples(),
    },
  };
}
