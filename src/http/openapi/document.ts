import { version } from '../../version.js';
import { requestHeaders, responseHeaders } from './headers.js';
import { namedSchemas, type Schemas } from './json-schemas.js';
import { problemExamples } from './problem-responses.js';
import { fieldProblemSchema, problemSchema } from './problem-schema.js';

/** What the document says about a route. */
export interface DescribedRoute {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** The path, with `:index` for an index, and `:id` for an id. */
  readonly path: string;
  /** Makes its OpenAPI operation. A route without one is not in the document. */
  readonly operation: (() => object) | undefined;
  /** Schemas that its operation refers to by name. */
  readonly schemas?: {
    /** For requests. */
    readonly input?: Schemas;
    /** For answers. */
    readonly output?: Schemas;
  };
}

/** The schemas of every error. */
export const problemSchemas = { Problem: problemSchema, FieldProblem: fieldProblemSchema };

/** @returns the interface's description, OpenAPI 3.1 */
export function openApiDocument(routes: readonly DescribedRoute[]): object {
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
      { name: 'History', description: 'Who changed what and when, and how to undo it.' },
      { name: 'Plans', description: 'Changes that someone proposes and someone else approves.' },
      { name: 'Inventory', description: 'All buttons of the cluster, and which of them are probably wrong.' },
      { name: 'Service', description: 'This service itself.' },
      { name: 'Documentation', description: 'What describes the calls.' },
    ],
    paths: paths(routes),
    components: {
      securitySchemes: { basic: { type: 'http', scheme: 'basic', description: 'User name and password, in UTF-8.' } },
      schemas: schemas(routes),
      parameters: requestHeaders(),
      headers: responseHeaders(),
      examples: problemExamples(),
    },
  };
}

function paths(routes: readonly DescribedRoute[]): Record<string, object> {
  const described: Record<string, object> = {};
  for (const { path, method, operation } of routes) {
    const template = path.replace(/:(\w+)/, '{$1}');
    if (operation) described[template] = { ...described[template], [method]: operation() };
  }
  return described;
}

function schemas(routes: readonly DescribedRoute[]): Record<string, object> {
  const all = (io: 'input' | 'output'): Schemas =>
    Object.fromEntries(routes.flatMap((route) => Object.entries(route.schemas?.[io] ?? {})));
  return {
    ...namedSchemas('input', all('input')),
    ...namedSchemas('output', all('output')),
    // The input form of the schema is used, because it allows further properties, which later versions may add to a
    // problem.
    ...namedSchemas('input', problemSchemas),
  };
}
