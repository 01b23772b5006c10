import type { Metrics, Reading } from './metrics.js';
import type { MetricRows } from './rows.js';

/** Metrics of every process. */
export const brokerMetrics = {
  trellis_clock_skew_seconds: {
    type: 'gauge',
    help: 'How far the local clock is ahead of that of the queue server; negative when it is behind.',
    labels: [],
  },
  trellis_redis_memory_bytes: {
    type: 'gauge',
    help: 'Memory used by Redis, or by the fullest master of a cluster; absent without Redis.',
    labels: [],
  },
  trellis_redis_max_memory_bytes: {
    type: 'gauge',
    help: '`maxmemory` of this Redis; absent without a limit.',
    labels: [],
  },
} as const satisfies MetricRows;

/** Metrics of a process that works on jobs. */
export const jobMetrics = {
  trellis_jobs: {
    type: 'gauge',
    help: 'Jobs by queue and state: `waiting`, `delayed`, `active`, or `failed` for good.',
    labels: ['queue', 'state'],
  },
  trellis_jobs_set_aside_total: {
    type: 'counter',
    help: 'Jobs set aside because they crashed their worker three times in a row.',
    labels: ['queue'],
  },
} as const satisfies MetricRows;

/** The part of a broker that is read. */
interface Broker {
  clock: { skewMs(): number };
  readMemory(): Promise<{ usedBytes: number; maxBytes?: number } | undefined>;
  countJobs(
    queue: string,
  ): Promise<{ waiting: number; delayed: number; active: number; failed: number }>;
}

/** How long a reading is reused (ms): several monitors may read a process. */
const maxAgeMs = 5_000;

export function readBroker(
  metrics: Pick<Metrics<typeof brokerMetrics>, 'addSource'>,
  broker: Broker,
) {
  metrics.addSource(() => ({
    trellis_clock_skew_seconds: [{ value: broker.clock.skewMs() / 1_000 }],
  }));
  metrics.addSource(
    async () => {
      const memory = await broker.readMemory();
      const { maxBytes } = memory ?? {};
      return {
        trellis_redis_memory_bytes: memory ? [{ value: memory.usedBytes }] : [],
        trellis_redis_max_memory_bytes: maxBytes === undefined ? [] : [{ value: maxBytes }],
      };
    },
    { maxAgeMs },
  );
}

export function readJobs(
  metrics: Pick<Metrics<typeof jobMetrics>, 'addSource' | 'record'>,
  broker: Broker,
  queues: readonly string[],
): void {
  // Prometheus sees no increase in a counter that starts with its first event.
  for (const queue of queues) metrics.record('trellis_jobs_set_aside_total', 0, queue);
  const read = async (queue: string): Promise<Reading[]> =>
    Object.entries(await broker.countJobs(queue)).map(([state, value]) => ({
      value,
      labels: [queue, state],
    }));
  metrics.addSource(async () => ({ trellis_jobs: (await Promise.all(queues.map(read))).flat() }), {
    maxAgeMs,
  });
}

/** Creates an observer that counts dead letters. */
export const observeJobs = (metrics: Pick<Metrics<typeof jobMetrics>, 'record'>) => ({
  jobDeadLettered: (queue: string) => metrics.record('trellis_jobs_set_aside_total', 1, queue),
});
