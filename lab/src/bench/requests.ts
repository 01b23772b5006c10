import { cpus } from 'node:os';
import { residentMebibytes } from './memory.js';
import { startProduct } from './requests/product.js';
import { report, type Measured } from './requests/report.js';
import {
  inFlight,
  measureAlternately,
  medians,
  variantOf,
  type Variant,
} from './requests/variants.js';
import { workloads, type Workload } from './requests/workloads.js';

/**
 * Measures requests: CPU time of every process, throughput and latency, in alternation with one Express process that
 * queries the same tables itself.
 */
const rounds = Number(process.env.BENCH_ROUNDS || 3);
const seconds = Number(process.env.BENCH_SECONDS || 1.5);
const only = new RegExp(process.env.BENCH_ONLY || '.');

const product = await startProduct();
try {
  const memoryAtRest = readMemory();
  const selected = workloads
    .filter(({ name }) => only.test(name))
    .map((workload) => ({ workload, sides: variantsOf(workload) }));
  const variants = selected.flatMap(({ sides }) => sides);
  await measureAlternately(variants, { rounds, seconds });
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

function variantsOf(workload: Workload): Variant[] {
  const sides = [product.trellis, ...(workload.hasFloor ? [product.floor] : [])];
  return sides.map((side) => variantOf(side, workload));
}

function toFigures({ name }: Workload, [trellis, floor]: Variant[]): Measured {
  return { name, trellis: medians(trellis!), ...(floor && { floor: medians(floor) }) };
}

function readMemory(): Record<string, number> {
  return Object.fromEntries(
    Object.entries(product.services).map(([name, pid]) => [name, residentMebibytes(pid)]),
  );
}
