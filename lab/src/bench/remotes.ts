import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { newAccount, startRedis, startStack, waitFor } from '@trellis/testing';
import { median } from './measure.js';
import { head, row } from '../table.js';

/**
 * Measures whether remote technologies that accept connections and never answer slow down the others: one worker polls
 * 700 healthy clients, first alone and then beside 300 that hang.
 */
const healthy = Number(process.env.BENCH_HEALTHY || 700);
const hanging = Number(process.env.BENCH_HANGING || 300);
const intervalMs = 10_000;
const rounds = Number(process.env.BENCH_ROUNDS || 6);

/** Times of the polls of each healthy client (ms since the start of the process). */
const polls = new Map<string, number[]>();
const things = await listen(
  createHttpServer((request, response) => {
    const name = request.url!.split('/')[2]!;
    polls.set(name, [...(polls.get(name) ?? []), performance.now()]);
    response.setHeader('content-type', 'application/td+json');
    response.end(JSON.stringify(description(name)));
  }),
);
const hangingSockets: Socket[] = [];
const unresponsive = await listen(
  createTcpServer((socket) => {
    hangingSockets.push(socket);
    socket.on('error', () => undefined).resume();
  }),
);

const redis = await startRedis();
const stack = await startStack({
  environment: {
    RATE_LIMIT_PER_MINUTE: '0',
    EGRESS_PRIVATE: 'allow',
    ...(redis && { REDIS_URL: redis.url }),
  },
});
try {
  const account = newAccount(stack);
  const { request } = account;
  await request('POST', '/connectors/instances', {
    body: { connector_type_id: 'wot', configuration: {} },
  });
  const create = async (subject: string, url: string) => {
    const configuration = { url, interval_ms: intervalMs };
    const body = { connector_type_id: 'wot', configuration };
    const { status } = await request('POST', '/connectors/clients', { subject, body });
    if (status !== 201) throw new Error(`A client was answered with ${status}.`);
  };
  await forEachNumber(healthy, (n) => create(`healthy-${n}`, `${things}/things/${n}`));
  await waitFor(() => polls.size === healthy, { within: 60_000, what: 'the first polls' });
  const alone = await watch();
  await forEachNumber(hanging, (n) => create(`hanging-${n}`, `${unresponsive}/things/${n}`));
  const together = await watch();

  process.stdout.write(
    `\n${healthy} healthy clients polled every ${intervalMs / 1000} s by one worker,`,
  );
  process.stdout.write(` ${rounds} intervals each\n\n`);
  const columns = ['variant', 'polls', 'share of due polls', 'median pause', '99 %', 'longest'];
  process.stdout.write(`${head(columns)}\n`);
  report('alone (baseline)', alone);
  report(`with ${hanging} that hang`, together);
  process.stdout.write(`\nhanging connections: ${hangingSockets.length}\n`);
} finally {
  await stack.stop();
  stack.clear();
  await redis?.stop();
  process.exit(0);
}

/** Returns the pauses between the polls of each healthy client during some intervals (ms). */
async function watch(): Promise<number[]> {
  const startedAt = performance.now();
  await pause(rounds * intervalMs);
  return [...polls.values()].flatMap((times) => {
    const during = times.filter((time) => time >= startedAt - intervalMs);
    return during.slice(1).map((time, index) => time - during[index]!);
  });
}

function report(name: string, pauses: number[]): void {
  const sorted = pauses.toSorted((one, other) => one - other);
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const due = (pauses.length / (healthy * rounds)) * 100;
  const late = sorted[Math.floor(sorted.length * 0.99)]!;
  const times = [median(pauses), late, sorted.at(-1)!].map(seconds);
  process.stdout.write(`${row([name, pauses.length, `${due.toFixed(1)} %`, ...times])}\n`);
}

function description(name: string) {
  return {
    '@context': 'https://www.w3.org/2022/wot/td/v1.1',
    id: `urn:example:${name}`,
    title: `Thing ${name}`,
    security: ['none'],
    securityDefinitions: { none: { scheme: 'nosec' } },
    properties: {},
  };
}

async function forEachNumber(count: number, work: (n: number) => Promise<void>): Promise<void> {
  const numbers = Array.from({ length: count }, (_, n) => n);
  for (let start = 0; start < count; start += 20) {
    await Promise.all(numbers.slice(start, start + 20).map(work));
  }
}

async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
