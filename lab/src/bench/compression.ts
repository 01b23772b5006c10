import { setting } from '../options.js';
import { columns, print } from '../print.js';
import type { LoadRequest } from './load.js';
import { startProduct } from './requests/product.js';
import { createVariant, measureAlternately, medians } from './requests/variants.js';

/** Lists of JSON that is too short, and long enough to compress. Longer ones take turns, which limits their number. */
const requests = [
  { path: '/units?limit=50', accept: undefined },
  { path: '/units?limit=100', accept: undefined },
  ...[5, 15].map((limit) => ({
    path: `/things?limit=${limit}`,
    accept: 'application/ld+json',
  })),
];

const encodings = ['identity', 'gzip', 'br'];

/** Measures the CPU time of compressed answers beside those of the same requests without compression. */
export async function run(): Promise<void> {
  const rounds = setting('BENCH_ROUNDS', 3);
  const seconds = setting('BENCH_SECONDS', 1.5);
  const product = await startProduct();
  try {
    const { trellis } = product;
    const measured = requests.map(({ path, accept }) => ({
      path,
      variants: encodings.map((encoding) => {
        const headers = { 'accept-encoding': encoding, ...(accept && { accept }) };
        const request: LoadRequest = { method: 'GET', path, headers };
        return { encoding, headers, variant: createVariant(trellis, () => request) };
      }),
    }));
    const all = measured.flatMap(({ variants }) => variants.map(({ variant }) => variant));
    await measureAlternately(all, { rounds, seconds });
    const rows: Row[] = [];
    for (const { path, variants } of measured) {
      const floor = medians(variants[0]!.variant).cpu;
      for (const { encoding, headers, variant } of variants) {
        const authorization = `Bearer ${trellis.token}`;
        const bytes = await sizeOf(`${trellis.address}/api/v1${path}`, {
          ...headers,
          authorization,
        });
        rows.push({ path, encoding, bytes, cpu: medians(variant).cpu, floor });
      }
    }
    print(`\nCPU time per request, medians of ${rounds} rounds\n`);
    print([table.head, ...rows.map(table.row)].join('\n'));
  } finally {
    await product.stop();
  }
}

interface Row {
  path: string;
  encoding: string;
  bytes: number;
  cpu: number;
  /** Without compression. */
  floor: number;
}

const table = columns<Row>({
  request: ({ path }) => `\`GET ${path}\``,
  coding: ({ encoding }) => encoding,
  bytes: ({ bytes }) => String(bytes),
  'CPU (ms)': ({ cpu }) => cpu.toFixed(2),
  'CPU / identity': ({ cpu, floor }) => (cpu / floor).toFixed(2),
});

async function sizeOf(url: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  return Number(answer.headers.get('content-length'));
}
