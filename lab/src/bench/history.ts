import pg from 'pg';
import { cpuPerUnit, readCpu, totalOf, type CpuTimes } from './cpu.js';
import { load } from './load.js';
import { median, table } from './measure.js';
import { startProduct, type Product } from './requests/product.js';
import { createThings } from './requests/seed.js';

/**
 * Measures what keeping the history of values costs: the CPU time of writes of two installations that take turns, one
 * of which keeps it. Each write changes a value, and no thing is written twice within a second, so that each of them
 * adds a row to the history.
 */
const rounds = Number(process.env.BENCH_ROUNDS || 5);
const seconds = Number(process.env.BENCH_SECONDS || 3);
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

/** What is counted, by name. */
const counted: Record<string, (cpu: CpuTimes) => number> = {
  all: totalOf,
  PostgreSQL: (cpu) => cpu.PostgreSQL!,
};

const products: Product[] = [];
try {
  for (const days of ['7', '0']) products.push(await startProduct({ HISTORY_DAYS: days }));
  const [kept, off] = (await Promise.all(products.map(createSide))) as [Side, Side];
  for (const inFlight of loads) for (const side of [kept, off]) await side.write(inFlight);
  const results = loads.map((inFlight) => ({
    inFlight,
    of: new Map([kept, off].map((side): [Side, CpuTimes[]] => [side, []])),
  }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { inFlight, of } of results) {
      for (const side of round % 2 ? [off, kept] : [kept, off]) {
        of.get(side)!.push(await side.write(inFlight));
      }
    }
  }
  if ((await kept.shareOfRows()) < 0.95 || (await off.shareOfRows()) > 0) {
    throw new Error('Not every write added a row, or some did where none is kept.');
  }
  const rows = results.flatMap(({ inFlight, of }) =>
    Object.entries(counted).map(([name, take]) => {
      const [one, other] = [kept, off].map((side) => median(of.get(side)!.map(take))) as [
        number,
        number,
      ];
      return [String(inFlight), name, one.toFixed(3), other.toFixed(3), (one / other).toFixed(2)];
    }),
  );
  process.stdout.write(
    `\nCPU time per write (ms), medians of ${rounds} rounds of ${seconds} s\n\n`,
  );
  const head = ['in flight', 'processes', 'with history', 'without', 'with / without'];
  process.stdout.write(`${table(head, rows)}\n`);
} finally {
  for (const product of products) await product.stop();
}
process.exit(0);

interface Side {
  /** Writes for some time; resolves with the CPU time per write. */
  write(inFlight: number): Promise<CpuTimes>;
  /** How many rows the history has for each write. */
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
