import pg from 'pg';
import { median } from '../numbers.js';
import { setting } from '../options.js';
import { print, table } from '../print.js';
import { totalOf, type CpuTimes } from './processes.js';
import { startProduct, type Product } from './requests/product.js';
import { createThings } from './requests/seed.js';
import { createVariant, inFlight, measureAlternately } from './requests/variants.js';

const thingCount = 5_000;

const thing = {
  title: 'Thermostat',
  properties: {
    on: { type: 'boolean', value: true },
    mode: { type: 'string', value: 'heating' },
    temperature: { type: 'number', value: 21.5 },
  },
};

/** The figures to print, by name. */
const counted: Record<string, (cpu: CpuTimes) => number> = {
  all: totalOf,
  PostgreSQL: (cpu) => cpu.PostgreSQL!,
};

/**
 * Measures the cost of the history of values: the CPU time of writes, alternating between an installation with the
 * history and one without it. No thing is written twice within a second, so each write adds a row.
 */
export async function run(): Promise<void> {
  const rounds = setting('BENCH_ROUNDS', 5);
  const seconds = setting('BENCH_SECONDS', 3);
  const products: Product[] = [];
  try {
    for (const days of ['7', '0']) products.push(await startProduct({ HISTORY_DAYS: days }));
    const sides = await Promise.all(products.map(createWrites));
    const [on, off] = sides as [Writes, Writes];
    await measureAlternately([on.variant, off.variant], { rounds, seconds });
    if ((await on.shareOfRows()) < 0.95 || (await off.shareOfRows()) > 0) {
      throw new Error('Not every write added a row, or some did where none is on.');
    }
    const rows = (['alone', 'busy'] as const).flatMap((load) =>
      Object.entries(counted).map(([name, take]) => {
        const medians = [on, off].map(({ variant }) =>
          median(variant[load].map(({ cpu }) => take(cpu))),
        );
        const [one, other] = medians as [number, number];
        const requests = load === 'alone' ? 1 : inFlight;
        return [requests, name, one.toFixed(3), other.toFixed(3), (one / other).toFixed(2)];
      }),
    );
    print(`\nCPU time per write (ms), medians of ${rounds} rounds of ${seconds} s\n`);
    print(table(['in flight', 'processes', 'with history', 'without', 'with / without'], rows));
  } finally {
    for (const product of products) await product.stop();
  }
}

type Writes = Awaited<ReturnType<typeof createWrites>>;

async function createWrites({ trellis, databaseUrl }: Product) {
  const things = await createThings(trellis.account, thingCount, thing);
  let sent = 0;
  return {
    variant: createVariant(trellis, () => {
      const path = `/things/${things[sent % things.length]!}/properties/temperature`;
      return { method: 'PUT', path, body: sent++ };
    }),
    /** Returns the number of rows in the history for each write. */
    async shareOfRows(): Promise<number> {
      const client = new pg.Client(databaseUrl);
      await client.connect();
      const count = 'SELECT count(*)::int AS rows FROM units.thing_history';
      const { rows } = await client.query<{ rows: number }>(count);
      await client.end();
      return rows[0]!.rows / sent;
    },
  };
}
