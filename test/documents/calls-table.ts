import { routes } from '../../src/http/app.js';

/** What of a route's operation the table shows. */
interface Operation {
  readonly summary: string;
  readonly parameters?: readonly { readonly in?: string; readonly name?: string; readonly required?: boolean }[];
}

/** @returns the table of every call for the docs, as the OpenAPI document has it: method, path, queries, and what it does */
export function callsTable(): string {
  const rows = routes.flatMap(({ method, path, operation }) => {
    if (!operation) return [];
    const { summary, parameters = [] } = operation() as Operation;
    const queries = parameters.flatMap((one) =>
      one.in === 'query' && one.name !== undefined ? [`\`${one.name}\``] : [],
    );
    const place = path.replace(/:(\w+)/, (_, name: string) => name.toUpperCase());
    return [`| \`${method.toUpperCase()} ${place}\` | ${summary} | ${queries.join(', ')} |`];
  });
  return ['| Call | What it does | Query |', '| --- | --- | --- |', ...rows, ''].join('\n');
}
