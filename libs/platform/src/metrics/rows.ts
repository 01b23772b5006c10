import { collectDefaultMetrics, Registry, type MetricObject } from 'prom-client';

/** A metric of a service, in the terms of Prometheus. Its name ends with its base unit. */
export interface MetricRow {
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  /** Labels with few values: never an account, a subject, an id or an address. */
  labels: readonly string[];
  /** Upper bounds of the buckets of a histogram. */
  buckets?: readonly number[];
}

/** Metrics of a service by name. */
export type MetricRows = Record<string, MetricRow>;

/** Buckets for everything that a person or another program waits for (seconds). */
export const durationBuckets = [
  0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
] as const;

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
