import { cpus } from 'node:os';
import { setting } from '../options.js';
import { columns, print, table } from '../print.js';
import { residentMebibytes } from './processes.js';
import { startProduct, type Product } from './requests/product.js';
import {
  inFlight,
  measureAlternately,
  medians,
  variantOf,
  type Medians,
} from './requests/variants.js';
import { workloads } from './requests/workloads.js';

/** The medians of one kind of request; the floor does not support all. */
interface Measured {
  name: string;
  trellis: Medians;
  floor: Medians | undefined;
}

/**
 * Measures requests: CPU time of every process, throughput and latency, in alternation with one Express process that
 * queries the same tables itself.
 */
export async function run(): Promise<void> {
  const rounds = setting('BENCH_ROUNDS', 3);
  const seconds = setting('BENCH_SECONDS', 1.5);
  const only = new RegExp(process.env.BENCH_ONLY || '.');
  const product = await startProduct();
  try {
    const atRest = readMemory(product);
    const selected = workloads
      .filter(({ name }) => only.test(name))
      .map((workload) => ({
        name: workload.name,
        trellis: variantOf(product.trellis, workload),
        floor: workload.hasFloor ? variantOf(product.floor, workload) : undefined,
      }));
    const variants = selected.flatMap(({ trellis, floor }) => (floor ? [trellis, floor] : trellis));
    await measureAlternately(variants, { rounds, seconds });
    const measured = selected.map(({ name, trellis, floor }): Measured => ({
      name,
      trellis: medians(trellis),
      floor: floor && medians(floor),
    }));
    const setting =
      `${rounds} rounds of ${seconds} s, ${cpus().length} cores, Node.js ${process.version}, ` +
      `queues in ${product.redisUrl === undefined ? 'PostgreSQL' : 'Redis'}`;
    const underLoad = readMemory(product);
    const memory = Object.entries(atRest).map(([service, mebibytes]) => [
      service,
      mebibytes.toFixed(0),
      underLoad[service]!.toFixed(0),
    ]);
    for (const paragraph of [
      `\nMedians of ${setting}.`,
      `CPU time per request (ms) with ${inFlight} in flight:`,
      cpuTable(measured),
      `Throughput with ${inFlight} in flight, and latency as p50 / p99 (ms):`,
      latencyTable(measured),
      `From start to ready, migrations included: ${product.startSeconds.toFixed(1)} s. Resident memory (MiB):`,
      table(['service', 'at rest', 'after the load'], memory),
    ]) {
      print(`${paragraph}\n`);
    }
  } finally {
    await product.stop();
  }
}

const readMemory = ({ services }: Product): Record<string, number> =>
  Object.fromEntries(Object.entries(services).map(([name, pid]) => [name, residentMebibytes(pid)]));

function cpuTable(requests: Measured[]): string {
  const processes = Object.keys(requests[0]!.trellis.cpuOf).map(
    (process) =>
      [process, ({ trellis }: Measured) => milliseconds(trellis.cpuOf[process]!)] as const,
  );
  const { head, row } = columns<Measured>({
    request: ({ name }) => name,
    floor: ({ floor }) => (floor ? milliseconds(floor.cpu) : ''),
    Trellis: ({ trellis }) => milliseconds(trellis.cpu),
    'floor / Trellis': ({ floor, trellis }) => (floor ? ratio(floor.cpu, trellis.cpu) : ''),
    ...Object.fromEntries(processes),
  });
  return [head, ...requests.map(row)].join('\n');
}

function latencyTable(requests: Measured[]): string {
  const { head, row } = columns<Measured>({
    request: ({ name }) => name,
    'floor /s': ({ floor }) => floor?.perSecond.toFixed(0) ?? '',
    'Trellis /s': ({ trellis }) => trellis.perSecond.toFixed(0),
    'floor, 1 in flight': ({ floor }) => (floor ? latency(floor.alone) : ''),
    'Trellis, 1 in flight': ({ trellis }) => latency(trellis.alone),
    'Trellis / floor': ({ floor, trellis }) =>
      floor ? ratio(trellis.alone.p50, floor.alone.p50) : '',
    [`floor, ${inFlight}`]: ({ floor }) => (floor ? latency(floor.busy) : ''),
    [`Trellis, ${inFlight}`]: ({ trellis }) => latency(trellis.busy),
  });
  return [head, ...requests.map(row)].join('\n');
}

const milliseconds = (value: number) => value.toFixed(2);
const ratio = (one: number, other: number) => (one / other).toFixed(2);
const latency = ({ p50, p99 }: Medians['busy']) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`;
