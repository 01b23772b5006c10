import { processMetrics } from '@trellis/platform';
import { serviceMetrics } from './reference.js';

/** Metrics of other programs: the blackbox exporter of Prometheus. */
const foreignMetrics = ['probe_ssl_earliest_cert_expiry'];

/** Returns the names of all series that expressions can refer to. */
export async function knownSeries(): Promise<Set<string>> {
  const rows = Object.assign({}, ...Object.values(serviceMetrics), await processMetrics());
  const names = Object.entries(rows as (typeof serviceMetrics)['api-gateway']).flatMap(
    ([name, { type }]) =>
      type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
  );
  return new Set([...names, ...foreignMetrics]);
}

/** Returns the names of the series in expressions. */
export const seriesIn = (text: string): string[] =>
  text.match(/\b(?:trellis|nodejs|process|probe)_\w+/g) ?? [];
