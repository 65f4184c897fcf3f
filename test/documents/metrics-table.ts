import { type Metric, Registry } from 'prom-client';
import { metricFamilies } from '../../src/observability/metric-families.js';

/** What prom-client's metrics contain, and its types do not show. */
interface Family {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
}

/** @returns the table of every metric of the service's own for the docs: its name, its labels, and its help text */
export function metricsTable(): string {
  const registry = new Registry();
  metricFamilies(registry);
  const rows = (registry.getMetricsAsArray() as unknown as (Metric & Family)[]).map(({ name, help, labelNames }) => {
    const cells = [`\`${name}\``, labelNames.map((label) => `\`${label}\``).join(', '), help];
    return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
  });
  return ['| Metric | Labels | Meaning |', '| --- | --- | --- |', ...rows, ''].join('\n');
}
