import { median, range } from '../../numbers.js';
import { load, type LoadRequest, type LoadResult } from '../load.js';
import { cpuPerUnit, readCpu, totalOf, type CpuTimes } from '../processes.js';
import type { Side } from './product.js';
import type { Workload } from './workloads.js';

export const inFlight = 64;
const warmUpSeconds = 1.5;
const warmUpRequests = 100;

/** One side of a comparison with one kind of request. */
export interface Variant {
  side: Side;
  next: () => LoadRequest;
  /** Requests per round, as determined by the warm-up. */
  requests: { busy: number; alone: number };
  busy: Measured[];
  alone: Measured[];
}

type Measured = LoadResult & { cpu: CpuTimes };

export const variantOf = (side: Side, { requestsOf }: Workload): Variant =>
  createVariant(side, requestsOf(side.seed));

export const createVariant = (side: Side, next: Variant['next']): Variant => ({
  side,
  next,
  requests: { busy: 0, alone: 0 },
  busy: [],
  alone: [],
});

/**
 * Measures variants in alternation, so that noise on the machine affects them alike. Single requests are measured
 * afterwards, when no work of a larger load is left.
 */
export async function measureAlternately(
  variants: Variant[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<void> {
  for (const variant of variants) await warmUp(variant, seconds);
  for (const measure of [measureBusy, measureAlone]) {
    for (const _ of range(rounds)) for (const variant of variants) await measure(variant);
  }
}

/** Runs until the JIT compiler has optimized the code, which doubles the throughput. */
async function warmUp(variant: Variant, seconds: number): Promise<void> {
  const { side, next } = variant;
  const busy = await load({ ...side, next, inFlight, stop: { seconds: warmUpSeconds } });
  const alone = await loadAlone(variant, warmUpRequests);
  variant.requests = {
    busy: Math.ceil((busy.perSecond * seconds) / inFlight) * inFlight,
    alone: Math.ceil(alone.perSecond * seconds),
  };
}

async function measureBusy(variant: Variant): Promise<void> {
  const { side, next, requests } = variant;
  const busy = () => load({ ...side, next, inFlight, stop: { requests: requests.busy } });
  variant.busy.push(await withCpu(variant, busy));
}

async function measureAlone(variant: Variant): Promise<void> {
  await loadAlone(variant, warmUpRequests);
  const alone = () => loadAlone(variant, variant.requests.alone);
  variant.alone.push(await withCpu(variant, alone));
}

const loadAlone = ({ side, next }: Variant, requests: number) =>
  load({ ...side, next, inFlight: 1, stop: { requests } });

async function withCpu({ side }: Variant, run: () => Promise<LoadResult>): Promise<Measured> {
  const before = readCpu(side.processes);
  const result = await run();
  return { ...result, cpu: cpuPerUnit(before, readCpu(side.processes), result.requests) };
}

export type Medians = ReturnType<typeof medians>;

/** Returns the medians of all rounds of a variant. */
export function medians({ side, busy, alone }: Variant) {
  const of = (results: LoadResult[], name: keyof LoadResult) =>
    median(results.map((result) => result[name]));
  const latencyOf = (results: LoadResult[]) => ({
    p50: of(results, 'p50'),
    p99: of(results, 'p99'),
  });
  return {
    /** CPU time per request of all processes with many requests in flight (ms), and by process. */
    cpu: median(busy.map(({ cpu }) => totalOf(cpu))),
    cpuOf: Object.fromEntries(
      Object.keys(side.processes).map((name) => [name, median(busy.map(({ cpu }) => cpu[name]!))]),
    ),
    perSecond: of(busy, 'perSecond'),
    busy: latencyOf(busy),
    alone: latencyOf(alone),
  };
}
