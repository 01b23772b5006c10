import { startHttpServer } from '@trellis/testing';
import { setting } from '../options.js';
import { print, table } from '../print.js';
import { startProduct, type Product } from './requests/product.js';
import { measureAlternately, medians, variantOf } from './requests/variants.js';
import { workloads } from './requests/workloads.js';

/**
 * Measures the cost of tracing: the CPU time of requests without it, with one percent of all traces and with all. The
 * receiver runs in this process, so its own time does not count.
 */
export async function run(): Promise<void> {
  const rounds = setting('BENCH_ROUNDS', 3);
  const seconds = setting('BENCH_SECONDS', 1.5);
  const only = new RegExp(process.env.BENCH_ONLY || 'GET /units/<id>`|GET /things|POST /units`');
  let receivedBytes = 0;
  const receiver = await startHttpServer(({ body }, response) => {
    receivedBytes += body.length;
    receiver.requests.length = 0;
    response.end();
  });
  const traced = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.address,
    OTEL_BSP_SCHEDULE_DELAY: '500',
  };
  const sampled = {
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.01',
  };
  const products: Product[] = [];
  try {
    for (const environment of [{}, { ...traced, ...sampled }, traced]) {
      products.push(await startProduct(environment));
    }
    const measured = workloads
      .filter(({ name }) => only.test(name))
      .map((workload) => ({
        name: workload.name,
        variants: products.map(({ trellis }) => variantOf(trellis, workload)),
      }));
    const variants = measured.flatMap((one) => one.variants);
    await measureAlternately(variants, { rounds, seconds });
    if (receivedBytes === 0) throw new Error('No trace was received.');
    const rows = measured.map(({ name, variants }) => {
      const cpu = variants.map((variant) => medians(variant).cpu);
      const [off, sample, all] = cpu as [number, number, number];
      return [name, ...[off, sample, all, sample / off, all / off].map((one) => one.toFixed(2))];
    });
    print(`\nCPU time per request (ms), medians of ${rounds} rounds\n`);
    print(table(['request', 'off', '1 in 100', 'all', '1 in 100 / off', 'all / off'], rows));
  } finally {
    for (const product of products) await product.stop();
    await receiver.close();
  }
}
