import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalPostgres } from '@trellis/local-postgres';
import { newAccount, startRedis, startStack } from '@trellis/testing';
import getPort from 'get-port';
import jwt from 'jsonwebtoken';
import pg from 'pg';
import { jwtSecret, rowCount } from './contract.js';
import { median, start, throughput } from './measure.js';

/**
 * Measures a call through the queue against a handler that queries PostgreSQL directly. All variants
 * take turns in one run, so that noise on the machine affects them alike.
 */
const rounds = Number(process.env.BENCH_ROUNDS || 5);
const seconds = Number(process.env.BENCH_SECONDS || 2);

const directory = mkdtempSync(join(tmpdir(), 'trellis-bench-'));
const postgres = await startLocalPostgres({ directory, password: 'bench' });
const redis = await startRedis();
await prepare(postgres.url);

interface Variant {
  name: string;
  url: string;
  token: string;
  figures: number[];
}
const variants: Variant[] = [];
const running: (() => unknown)[] = [];
const token = jwt.sign({ sub: 'bench' }, jwtSecret, { expiresIn: '1h' });

async function add(name: string, variant: string, queue: Record<string, string>): Promise<void> {
  const PORT = String(await getPort());
  const environment = { DATABASE_URL: postgres.url, ...queue };
  const front = await start('front', { ...environment, PORT, VARIANT: variant });
  running.push(() => front.kill());
  variants.push({ name, url: `http://127.0.0.1:${PORT}/rows/5000`, token, figures: [] });
}

await add('handler that queries PostgreSQL directly (floor)', 'floor', {});
const queues = [
  { backend: 'PostgreSQL', environment: { REDIS_URL: '' } },
  ...(redis ? [{ backend: 'Redis', environment: { REDIS_URL: redis.url } }] : []),
];
for (const { backend, environment } of queues) {
  const back = await start('back', { DATABASE_URL: postgres.url, ...environment });
  running.push(() => back.kill());
  await add(`one job per call, queue in ${backend}`, 'single', environment);
  await add(`batched calls, queue in ${backend}`, 'batched', environment);
}
for (const { backend, environment } of queues) {
  const stack = await startStack({ environment: { RATE_LIMIT_PER_MINUTE: '0', ...environment } });
  running.push(async () => {
    await stack.stop();
    stack.clear();
  });
  const account = newAccount(stack);
  const unit = await account.request('POST', '/units', { body: { name: 'a', type: 'b' } });
  const url = `${stack.address}/api/v1/units/${unit.body.id}/properties`;
  variants.push({
    name: `GET …/properties, queue in ${backend}`,
    url,
    token: account.token,
    figures: [],
  });
}

// Warm up: before the JIT compiler has optimized the code, throughput is about half.
for (const { url, token } of variants) await throughput(url, token, 3);
for (let round = 0; round < rounds; round += 1) {
  for (const variant of variants) {
    variant.figures.push(await throughput(variant.url, variant.token, seconds));
  }
}

const floor = median(variants[0]!.figures);
process.stdout.write(`\n64 requests in flight; medians of ${rounds} rounds of ${seconds} s\n\n`);
for (const { name, figures } of variants) {
  const figure = median(figures);
  const ratio = (figure / floor).toFixed(2);
  process.stdout.write(
    `${name.padEnd(50)} ${String(Math.round(figure)).padStart(6)}/s  ${ratio}\n`,
  );
}
for (const stop of running) await stop();
await redis?.stop();
await postgres.stop();
rmSync(directory, { recursive: true, force: true });
process.exit(0);

async function prepare(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('CREATE TABLE bench_rows (id int PRIMARY KEY, name text NOT NULL)');
  await client.query(
    `INSERT INTO bench_rows SELECT n, 'row ' || n FROM generate_series(1, ${rowCount}) AS n`,
  );
  await client.end();
}
