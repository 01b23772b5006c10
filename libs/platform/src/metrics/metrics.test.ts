import { expect, test } from '@jest/globals';
import { createMetrics } from './metrics.js';

const options = { ofProcess: false };

const linesOf = async (metrics: { text(): Promise<string> }) =>
  (await metrics.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));

test('a histogram counts what is in each bucket and below, by its labels', async () => {
  const metrics = createMetrics(
    { wait_seconds: { type: 'histogram', help: 'Wait.', labels: ['at', 'who'], buckets: [1, 5] } },
    options,
  );
  for (const seconds of [0.5, 1, 3, 100]) metrics.record('wait_seconds', seconds, 'desk', 'a"b');
  metrics.record('wait_seconds', 2, 'desk', 'c');
  expect(await linesOf(metrics)).toEqual([
    'wait_seconds_bucket{at="desk",who="a\\"b",le="1"} 2',
    'wait_seconds_bucket{at="desk",who="a\\"b",le="5"} 3',
    'wait_seconds_bucket{at="desk",who="a\\"b",le="+Inf"} 4',
    'wait_seconds_sum{at="desk",who="a\\"b"} 104.5',
    'wait_seconds_count{at="desk",who="a\\"b"} 4',
    'wait_seconds_bucket{at="desk",who="c",le="1"} 0',
    'wait_seconds_bucket{at="desk",who="c",le="5"} 1',
    'wait_seconds_bucket{at="desk",who="c",le="+Inf"} 1',
    'wait_seconds_sum{at="desk",who="c"} 2',
    'wait_seconds_count{at="desk",who="c"} 1',
  ]);
});

test('what has no labels is there before anything happens, so that its rate is known', async () => {
  const row = { type: 'counter', help: 'Rings.', labels: [] } as const;
  expect(await linesOf(createMetrics({ rings_total: row }, options))).toEqual(['rings_total 0']);
});

test('a source that fails takes no other with it, and its gauges do not go on with old values', async () => {
  const gauge = { type: 'gauge', help: 'A gauge.', labels: ['of'] } as const;
  const metrics = createMetrics({ good: gauge, bad: gauge }, options);
  let fails = false;
  metrics.addSource(() => ({ good: [{ labels: ['a'], value: 1 }] }));
  metrics.addSource(async () => {
    if (fails) throw new Error('No database.');
    return { bad: [{ labels: ['b'], value: 2 }] };
  });
  expect(await linesOf(metrics)).toEqual(['good{of="a"} 1', 'bad{of="b"} 2']);
  fails = true;
  expect(await linesOf(metrics)).toEqual(['good{of="a"} 1']);
  fails = false;
  expect(await linesOf(metrics)).toEqual(['good{of="a"} 1', 'bad{of="b"} 2']);
});

test('a source is read once within its age, however often the metrics are', async () => {
  let reads = 0;
  const metrics = createMetrics({ reads: { type: 'gauge', help: 'Reads.', labels: [] } }, options);
  metrics.addSource(() => ({ reads: [{ value: (reads += 1) }] }), { maxAgeMs: 3_600_000 });
  await Promise.all([metrics.text(), metrics.text()]);
  expect(await linesOf(metrics)).toEqual(['reads 1']);
});

test('a process measures itself if it is told to', async () => {
  const text = await createMetrics({}, { ofProcess: true }).text();
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  expect(text).toMatch(/^process_cpu_seconds_total /m);
});
