import { readFileSync } from 'node:fs';

interface Dashboard {
  readonly annotations: { readonly list: readonly { readonly expr: string }[] };
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
}

/**
 * @param file a Grafana dashboard
 * @returns its expressions, with Grafana's variables filled in
 */
export function expressionsOf(file: string): string[] {
  const { panels, annotations } = JSON.parse(readFileSync(file, 'utf8')) as Dashboard;
  const expressions = [...annotations.list, ...panels.flatMap(({ targets = [] }) => targets)].map(({ expr }) => expr);
  return expressions.map((expr) =>
    expr.replaceAll('$__rate_interval', '1m').replaceAll('$job', 'axl-phone-proxy').replaceAll('$instance', '.*'),
  );
}
