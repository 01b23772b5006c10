import { cpus } from 'node:os';
import { cpuPerUnit, readCpu, totalOf, type CpuTimes } from './cpu.js';
import { median } from './measure.js';
import { residentMebibytes } from './memory.js';
import { load, type LoadRequest, type LoadResult } from './load.js';
import { startProduct, type Product } from './requests/product.js';
import { report, type Measured, type SideFigures } from './requests/report.js';
import { workloads, type Workload } from './requests/workloads.js';

/**
 * Measures what requests cost: CPU time of every process, throughput and latency, against one Express
 * process that queries the same tables itself. Both take turns in one run, so that noise on the machine
 * affects them alike.
 */
const rounds = Number(process.env.BENCH_ROUNDS || 3);
const seconds = Number(process.env.BENCH_SECONDS || 1.5);
const only = new RegExp(process.env.BENCH_ONLY || '.');

const inFlight = 64;
const warmUpSeconds = 1.5;
const warmUpRequests = 100;

/** A side with one kind of request. */
interface Variant {
  side: Product['trellis'];
  next: () => LoadRequest;
  /** Requests of one round, set by the warm-up. */
  requests: { busy: number; alone: number };
  busy: (LoadResult & { cpu: CpuTimes })[];
  alone: LoadResult[];
}

const product = await startProduct();
try {
  const memoryAtRest = readMemory();
  const selected = workloads
    .filter(({ name }) => only.test(name))
    .map((workload) => ({ workload, sides: variantsOf(workload) }));
  const variants = selected.flatMap(({ sides }) => sides);
  for (const variant of variants) await warmUp(variant);
  for (let round = 0; round < rounds; round += 1) {
    for (const variant of variants) await measure(variant);
  }
  report({
    setting:
      `${rounds} rounds of ${seconds} s, ${cpus().length} cores, Node.js ${process.version}, ` +
      `queues in ${product.hasRedis ? 'Redis' : 'PostgreSQL'}`,
    inFlight,
    requests: selected.map(({ workload, sides }) => toFigures(workload, sides)),
    startSeconds: product.startSeconds,
    memory: { atRest: memoryAtRest, underLoad: readMemory() },
  });
} finally {
  await product.stop();
}
process.exit(0);

function variantsOf({ hasFloor, requestsOf }: Workload): Variant[] {
  const sides = [product.trellis, ...(hasFloor ? [product.floor] : [])];
  return sides.map((side) => ({
    side,
    next: requestsOf(side.seed),
    requests: { busy: 0, alone: 0 },
    busy: [],
    alone: [],
  }));
}

/** Before the JIT compiler has optimized the code, throughput is about half. */
async function warmUp(variant: Variant): Promise<void> {
  const { side, next } = variant;
  const busy = await load({ ...side, next, inFlight, stop: { seconds: warmUpSeconds } });
  const alone = await load({ ...side, next, inFlight: 1, stop: { requests: warmUpRequests } });
  variant.requests = {
    busy: Math.ceil((busy.perSecond * seconds) / inFlight) * inFlight,
    alone: Math.ceil((alone.perSecond * seconds) / 2),
  };
}

async function measure(variant: Variant): Promise<void> {
  const { side, next, requests } = variant;
  const before = readCpu(side.processes);
  const busy = await load({ ...side, next, inFlight, stop: { requests: requests.busy } });
  const cpu = cpuPerUnit(before, readCpu(side.processes), busy.requests);
  variant.busy.push({ ...busy, cpu });
  variant.alone.push(
    await load({ ...side, next, inFlight: 1, stop: { requests: requests.alone } }),
  );
}

function toFigures({ name }: Workload, [trellis, floor]: Variant[]): Measured {
  return { name, trellis: medians(trellis!), ...(floor && { floor: medians(floor) }) };
}

function medians({ side, busy, alone }: Variant): SideFigures {
  const of = (results: LoadResult[], name: keyof LoadResult) =>
    median(results.map((result) => result[name]));
  return {
    cpu: median(busy.map(({ cpu }) => totalOf(cpu))),
    cpuOf: Object.fromEntries(
      Object.keys(side.processes).map((name) => [name, median(busy.map(({ cpu }) => cpu[name]!))]),
    ),
    perSecond: of(busy, 'perSecond'),
    busy: { p50: of(busy, 'p50'), p99: of(busy, 'p99') },
    alone: { p50: of(alone, 'p50'), p99: of(alone, 'p99') },
  };
}

function readMemory(): Record<string, number> {
  return Object.fromEntries(
    Object.entries(product.services).map(([name, pid]) => [name, residentMebibytes(pid)]),
  );
}
