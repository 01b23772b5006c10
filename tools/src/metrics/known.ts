import { processMetrics } from '@trellis/platform';
import { serviceMetrics } from './reference.js';

/** What other programs measure: the blackbox exporter of Prometheus. */
const foreignMetrics = ['probe_ssl_earliest_cert_expiry'];

/** The names of all series that expressions can refer to. */
export async function knownSeries(): Promise<Set<string>> {
  const rows = Object.assign({}, ...Object.values(serviceMetrics), await processMetrics());
  const names = Object.entries(rows as (typeof serviceMetrics)['api-gateway']).flatMap(
    ([name, { type }]) =>
      type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
  );
  return new Set([...names, ...foreignMetrics]);
}

/** The series that an expression, or several, refer to. */
export const seriesIn = (text: string): string[] =>
  text.match(/\b(?:trellis|nodejs|process|probe)_\w+/g) ?? [];
