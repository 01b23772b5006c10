import type { MetricRow } from './rows.js';

/** A value of a metric as it is exported. */
export interface Sample {
  metricName: string;
  labels: Record<string, string | number>;
  value: number;
}

/**
 * Values of a counter or histogram by labels. `prom-client` sorts and hashes the labels of each observation, which
 * takes a microsecond: a hundredth of the cost of a request, which makes a handful.
 */
export interface Series {
  record(value: number, labels: readonly string[]): void;
  samples(): Sample[];
}

export const seriesOf = (name: string, row: MetricRow): Series =>
  row.type === 'histogram' ? histogram(name, row) : counter(name, row);

function counter(name: string, row: MetricRow): Series {
  const totals = byLabels(row, () => ({ value: 0 }));
  return {
    record(value, labels) {
      totals.at(labels).value += value;
    },
    samples: () =>
      totals.all().map(({ labels, entry: { value } }) => ({ metricName: name, labels, value })),
  };
}

function histogram(name: string, row: MetricRow): Series {
  const bounds = row.buckets ?? [];
  // The last bucket is for values above all bounds.
  const entries = byLabels(row, () => ({ counts: new Array(bounds.length + 1).fill(0), sum: 0 }));
  return {
    record(value, labels) {
      const entry = entries.at(labels);
      let bucket = 0;
      while (bucket < bounds.length && value > bounds[bucket]!) bucket += 1;
      entry.counts[bucket] += 1;
      entry.sum += value;
    },
    samples: () =>
      entries.all().flatMap(({ labels, entry: { counts, sum } }) => {
        let count = 0;
        const buckets = counts.map((inBucket: number, index) => {
          count += inBucket;
          const le = bounds[index] ?? '+Inf';
          return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count };
        });
        return [
          ...buckets,
          { metricName: `${name}_sum`, labels, value: sum },
          { metricName: `${name}_count`, labels, value: count },
        ];
      }),
  };
}

/** Creates entries by label values. An entry without labels exists from the start, as zero. */
function byLabels<Entry>(row: MetricRow, create: () => Entry) {
  const entries = new Map<string, { labels: Record<string, string>; entry: Entry }>();
  function at(values: readonly string[]): Entry {
    const key = values.length === 1 ? values[0]! : values.join('\n');
    const known = entries.get(key);
    if (known) return known.entry;
    const entry = create();
    const labels = Object.fromEntries(row.labels.map((label, index) => [label, values[index]!]));
    entries.set(key, { labels, entry });
    return entry;
  }
  if (row.labels.length === 0) at([]);
  return { at, all: () => [...entries.values()] };
}
