import pg from 'pg';
import { cpuPerUnit, readCpu, totalOf, type CpuTimes } from './cpu.js';
import { load } from './load.js';
import { median, table } from './measure.js';
import { startProduct, type Product } from './requests/product.js';
import { createThings } from './requests/seed.js';

/**
 * Measures what keeping the history of values costs: the CPU time of writes with and without it, in turns. Each write
 * changes a value, and no thing is written twice within a second, so that each of them adds a row to the history.
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

interface Round {
  isKept: boolean;
  inFlight: number;
  cpu: CpuTimes;
}

const product = await startProduct();
const client = new pg.Client(product.databaseUrl);
try {
  await client.connect();
  const results = await measure(product);
  process.stdout.write(
    `\nCPU time per write (ms), medians of ${rounds} rounds of ${seconds} s\n\n`,
  );
  const rows = loads.flatMap((inFlight) =>
    Object.entries(counted).map(([name, of]) => {
      const [kept, off] = [true, false].map((isKept) =>
        median(
          results
            .filter((one) => one.isKept === isKept && one.inFlight === inFlight)
            .map(({ cpu }) => of(cpu)),
        ),
      ) as [number, number];
      return [String(inFlight), name, kept.toFixed(3), off.toFixed(3), (kept / off).toFixed(2)];
    }),
  );
  const head = ['in flight', 'processes', 'with history', 'without', 'with / without'];
  process.stdout.write(`${table(head, rows)}\n`);
} finally {
  await client.end();
  await product.stop();
}
process.exit(0);

async function measure({ trellis }: Product): Promise<Round[]> {
  const things = await createThings(trellis.account, thingCount, thing);
  let n = 0;
  const next = () => {
    const thing = things[n % things.length]!;
    return { method: 'PUT' as const, path: `/things/${thing}/properties/temperature`, body: n++ };
  };
  const results: Round[] = [];
  const run = async (inFlight: number) => {
    const before = readCpu(trellis.processes);
    const { requests } = await load({ ...trellis, next, inFlight, stop: { seconds } });
    return cpuPerUnit(before, readCpu(trellis.processes), requests);
  };
  for (const inFlight of loads) await run(inFlight);
  for (let round = 0; round < rounds; round += 1) {
    for (const isKept of round % 2 ? [false, true] : [true, false]) {
      await keepHistory(isKept);
      for (const inFlight of loads) results.push({ isKept, inFlight, cpu: await run(inFlight) });
    }
  }
  return results;
}

const keepHistory = (isKept: boolean) =>
  client.query(
    `ALTER TABLE units.things ${isKept ? 'ENABLE' : 'DISABLE'} TRIGGER note_thing_history`,
  );
