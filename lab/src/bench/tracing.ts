import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { table } from '../table.js';
import { startProduct, type Product } from './requests/product.js';
import { measureAlternately, medians, variantOf } from './requests/variants.js';
import { workloads } from './requests/workloads.js';

/**
 * Measures the cost of tracing: the CPU time of requests without it, with one percent of all traces and with all. The
 * receiver runs in this process, so its own time does not count.
 */
const rounds = Number(process.env.BENCH_ROUNDS || 3);
const seconds = Number(process.env.BENCH_SECONDS || 1.5);
const only = new RegExp(process.env.BENCH_ONLY || 'GET /units/<id>`|GET /things|POST /units`');

const receiver = await startReceiver();
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
  await measureAlternately(
    measured.flatMap(({ variants }) => variants),
    { rounds, seconds },
  );
  if (receiver.receivedBytes() === 0) throw new Error('No trace was received.');
  const rows = measured.map(({ name, variants }) => {
    const [off, sample, all] = variants.map((variant) => medians(variant).cpu) as [
      number,
      number,
      number,
    ];
    const shown = [off, sample, all].map((cpu) => cpu.toFixed(2));
    return [name, ...shown, (sample / off).toFixed(2), (all / off).toFixed(2)];
  });
  process.stdout.write(`\nCPU time per request (ms), medians of ${rounds} rounds\n\n`);
  const head = ['request', 'off', '1 in 100', 'all', '1 in 100 / off', 'all / off'];
  process.stdout.write(`${table(head, rows)}\n`);
} finally {
  for (const product of products) await product.stop();
  receiver.close();
}
process.exit(0);

/** Starts a server that receives and discards traces. */
async function startReceiver() {
  let bytes = 0;
  const server = createServer((request, response) => {
    request.on('data', (part: Buffer) => (bytes += part.length));
    request.on('end', () => response.writeHead(200).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    receivedBytes: () => bytes,
    close: () => server.close(),
  };
}
