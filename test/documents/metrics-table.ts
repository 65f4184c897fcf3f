import { Registry } from 'prom-client';
import { metricFamilies } from '../../src/observability/metric-families.js';

/** What prom-client knows of a metric, and does not say in its types. */
interface Described {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
}

/** @returns the table of every metric of this service for the docs, in the order of the scrape */
export function metricsTable(): string {
  const registry = new Registry();
  metricFamilies(registry);
  const rows = (registry.getMetricsAsArray() as unknown as Described[]).map(({ name, help, labelNames = [] }) => {
    return `| \`${name}\` | ${labelNames.join(', ')} | ${help} |`;
  });
  return ['| Metric | Labels | What it counts |', '| --- | --- | --- |', ...rows, ''].join('\n');
}
