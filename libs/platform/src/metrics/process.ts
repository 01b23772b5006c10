import { collectDefaultMetrics, Registry, type MetricObject } from 'prom-client';
import type { MetricRow, MetricRows } from './rows.js';

/** Returns the metrics of a process: CPU, memory, garbage collection, event loop. */
export async function processMetrics(): Promise<MetricRows> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const metrics = await registry.getMetricsAsJSON();
  return Object.fromEntries(
    (metrics as (MetricObject & { values: { labels: object }[] })[]).map((metric) => [
      metric.name,
      { type: String(metric.type) as MetricRow['type'], help: metric.help, labels: [] },
    ]),
  );
}
