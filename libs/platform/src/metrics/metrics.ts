import { collectDefaultMetrics, Registry, type Metric } from 'prom-client';
import { withTimeout } from '../concurrency/timing.js';
import type { MetricRow, MetricRows } from './rows.js';
import { seriesOf, type Sample, type Series } from './series.js';

/** A value of a gauge; its labels have the order of the row. */
export interface Reading {
  value: number;
  labels?: readonly string[];
}

/** One string per label. */
type ValuesOf<Labels extends readonly string[]> = { [Index in keyof Labels]: string };

type NamesOf<Rows extends MetricRows, Type extends MetricRow['type']> = {
  [Name in keyof Rows]: Rows[Name]['type'] extends Type ? Name : never;
}[keyof Rows] &
  string;

/** Values of some gauges, as read from a source. */
export type Readings<Rows extends MetricRows> = {
  [Name in NamesOf<Rows, 'gauge'>]?: Reading[];
};

/** The metrics of a process. */
export interface Metrics<Rows extends MetricRows> {
  /** Adds to a counter, or observes a value in a histogram. Cheap enough for every request. */
  record<Name extends NamesOf<Rows, 'counter' | 'histogram'>>(
    name: Name,
    value: number,
    ...labels: ValuesOf<Rows[Name]['labels']>
  ): void;
  /**
   * Adds a source of gauges, which is read together with the metrics, but not again within `maxAgeMs`. While it fails or
   * takes longer than two seconds, its gauges are absent.
   */
  addSource(
    read: () => Promise<Readings<Rows>> | Readings<Rows>,
    options?: { maxAgeMs?: number },
  ): void;
  /** Returns all metrics in the text format of Prometheus 0.0.4. */
  text(): Promise<string>;
  contentType: string;
}

/** Timeout of a source (ms); Prometheus waits ten seconds for all of them. */
const sourceTimeoutMs = 2_000;

interface MetricsOptions {
  /** Adds metrics of the process: CPU, memory, garbage collection, event loop. */
  ofProcess: boolean;
}

/** Creates the metrics declared by `rows`. */
export function createMetrics<const Rows extends MetricRows>(
  rows: Rows,
  { ofProcess }: MetricsOptions,
): Metrics<Rows> {
  const registry = new Registry();
  if (ofProcess) collectDefaultMetrics({ register: registry });
  const series: Record<string, Series> = {};
  const gauges: Record<string, Sample[]> = {};
  const sources: (() => Promise<void>)[] = [];
  for (const [name, row] of Object.entries<MetricRow>(rows)) {
    const { help, type } = row;
    if (type !== 'gauge') series[name] = seriesOf(name, row);
    const samples = () => series[name]?.samples() ?? gauges[name] ?? [];
    const get = async () => ({ name, help, type, values: samples(), aggregator: 'sum' });
    registry.registerMetric({ name, get } as unknown as Metric);
  }

  const show = (readings: Readings<Rows>) => {
    for (const [name, values] of Object.entries<Reading[] | undefined>(readings)) {
      gauges[name] = (values ?? []).map((reading) => toSample(name, rows[name]!, reading));
    }
  };
  return {
    record: (name, value, ...labels) => series[name]!.record(value, labels),
    addSource(read, { maxAgeMs = 0 } = {}) {
      let readAt = -Infinity;
      let shown: string[] = [];
      let reading: Promise<void> | undefined;
      const readOnce = async () => {
        try {
          const readings = await withTimeout(Promise.resolve(read()), sourceTimeoutMs);
          readAt = performance.now();
          shown = Object.keys(readings);
          show(readings);
        } catch {
          readAt = -Infinity;
          for (const name of shown) gauges[name] = [];
        } finally {
          reading = undefined;
        }
      };
      sources.push(async () => {
        if (performance.now() - readAt >= maxAgeMs) await (reading ??= readOnce());
      });
    },
    async text() {
      await Promise.all(sources.map((read) => read()));
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

function toSample(name: string, row: MetricRow, { value, labels = [] }: Reading): Sample {
  const named = row.labels.map((label, index) => [label, labels[index] ?? '']);
  return { metricName: name, labels: Object.fromEntries(named), value };
}
