import pg from 'pg';
import { median, range } from '../numbers.js';
import { setting } from '../options.js';
import { print, table } from '../print.js';
import { load } from './load.js';
import { cpuPerUnit, readCpu, totalOf, type CpuTimes } from './processes.js';
import { startProduct, type Product } from './requests/product.js';
import { createThings } from './requests/seed.js';

const rounds = setting('BENCH_ROUNDS', 5);
const seconds = setting('BENCH_SECONDS', 3);
const thingCount = 5_000;
const loads = [1, 64];

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
  const products: Product[] = [];
  try {
    for (const days of ['7', '0']) products.push(await startProduct({ HISTORY_DAYS: days }));
    const [on, off] = (await Promise.all(products.map(createSide))) as [Side, Side];
    for (const inFlight of loads) for (const side of [on, off]) await side.write(inFlight);
    const results = loads.map((inFlight) => ({
      inFlight,
      of: new Map([on, off].map((side): [Side, CpuTimes[]] => [side, []])),
    }));
    for (const round of range(rounds)) {
      for (const { inFlight, of } of results) {
        for (const side of round % 2 ? [off, on] : [on, off]) {
          of.get(side)!.push(await side.write(inFlight));
        }
      }
    }
    if ((await on.shareOfRows()) < 0.95 || (await off.shareOfRows()) > 0) {
      throw new Error('Not every write added a row, or some did where none is on.');
    }
    const rows = results.flatMap(({ inFlight, of }) =>
      Object.entries(counted).map(([name, take]) => {
        const medians = [on, off].map((side) => median(of.get(side)!.map(take)));
        const [one, other] = medians as [number, number];
        return [inFlight, name, one.toFixed(3), other.toFixed(3), (one / other).toFixed(2)];
      }),
    );
    print(`\nCPU time per write (ms), medians of ${rounds} rounds of ${seconds} s\n`);
    print(table(['in flight', 'processes', 'with history', 'without', 'with / without'], rows));
  } finally {
    for (const product of products) await product.stop();
  }
}

interface Side {
  /** Writes for the configured time and returns the CPU time per write. */
  write(inFlight: number): Promise<CpuTimes>;
  /** Returns the number of rows in the history for each write. */
  shareOfRows(): Promise<number>;
}

async function createSide({ trellis, databaseUrl }: Product): Promise<Side> {
  const things = await createThings(trellis.account, thingCount, thing);
  let sent = 0;
  const next = () => {
    const path = `/things/${things[sent % things.length]!}/properties/temperature`;
    return { method: 'PUT' as const, path, body: sent++ };
  };
  return {
    async write(inFlight) {
      const before = readCpu(trellis.processes);
      const { requests } = await load({ ...trellis, next, inFlight, stop: { seconds } });
      return cpuPerUnit(before, readCpu(trellis.processes), requests);
    },
    async shareOfRows() {
      const client = new pg.Client(databaseUrl);
      await client.connect();
      const count = 'SELECT count(*)::int AS rows FROM units.thing_history';
      const { rows } = await client.query<{ rows: number }>(count);
      await client.end();
      return rows[0]!.rows / sent;
    },
  };
}
