import { version } from '../../version.js';
import { requestHeaders, responseHeaders } from './headers.js';
import { namedSchemas, type Schemas } from './json-schemas.js';
import { type DescribedCall, operationOf, schemasOf } from './operation.js';
import { problemExamples } from './problem-responses.js';
import { fieldProblemSchema, problemSchema } from './problem-schema.js';

/** The schemas of every error. */
export const problemSchemas = { Problem: problemSchema, FieldProblem: fieldProblemSchema };

/**
 * @param routes those without a description are not in the document
 * @returns the interface's description, OpenAPI 3.1
 */
export function openApiDocument(routes: readonly { readonly described: DescribedCall | undefined }[]): object {
  const calls = routes.flatMap(({ described }) => described ?? []);
  return {
    openapi: '3.1.0',
    info: {
      title: 'axl-phone-proxy',
      version,
      summary: 'Phones and their buttons in a call manager',
      description:
        'Every call needs HTTP Basic authentication, this document too. Every response carries `X-Request-Id`; every ' +
        'error is `application/problem+json` with a stable `code`.',
      contact: { name: 'The axl-phone-proxy authors' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '.', description: 'Where this document comes from.' }],
    security: [{ basic: [] }],
    tags: [
      { name: 'Phones', description: 'Phones, device profiles, numbers and buttons.' },
      {
        name: 'History',
        description: 'Changes: who asks for what, who approves it, what became of it, and how to undo it.',
      },
      { name: 'Inventory', description: 'All buttons of the cluster, and which of them are probably wrong.' },
      { name: 'Service', description: 'This service itself.' },
      { name: 'Documentation', description: 'What describes the calls.' },
    ],
    paths: pathsOf(calls),
    components: {
      securitySchemes: { basic: { type: 'http', scheme: 'basic', description: 'User name and password, in UTF-8.' } },
      schemas: schemasIn(calls),
      parameters: requestHeaders(),
      headers: responseHeaders(),
      examples: problemExamples(),
    },
  };
}

function pathsOf(calls: readonly DescribedCall[]): Record<string, object> {
  const described: Record<string, object> = {};
  for (const call of calls) {
    const template = call.path.replace(/:(\w+)/, '{$1}');
    described[template] = { ...described[template], [call.method]: operationOf(call) };
  }
  return described;
}

function schemasIn(calls: readonly DescribedCall[]): Record<string, object> {
  const all = (io: 'input' | 'output'): Schemas =>
    Object.assign({}, ...calls.map((call) => schemasOf(call)[io])) as Schemas;
  return {
    ...namedSchemas('input', all('input')),
    ...namedSchemas('output', all('output')),
    // The input form of the schema is used, because it allows further properties, which later versions may add to a
    // problem.
    ...namedSchemas('input', problemSchemas),
  };
}
