import { randomUUID } from 'node:crypto';
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { newAccount, waitFor } from '@trellis/testing';
import { ask } from '../ask.js';
import { mqttDiscovery, startBroker } from '../homes.js';
import { quantile, range } from '../numbers.js';
import { setting } from '../options.js';
import { milliseconds, print, table } from '../print.js';
import { startLamps, type Lamps } from './interactions/lamps.js';
import { insertClients, requireNoFailure } from './polls/clients.js';
import { startProduct, type Product } from './polls/product.js';

const lampCount = 10;

/** Rounds that are not measured, for the JIT compiler. */
const warmUps = 20;

/** A message that takes longer counts as lost (ms). */
const lostAfterMs = 10_000;

/** Sends a command to a lamp; resolves when it was answered. */
type Send = (lamp: number) => Promise<unknown>;

interface Times {
  /** From the command to its message at the broker, of each command (ms). */
  toBroker: number[];
  /** From the command to its answer (ms). */
  toAnswer: number[];
}

/**
 * Measures the latency from the HTTP request that writes a property to the message at the MQTT broker, for one lamp and
 * for ten at once, beside that of a bare publish on an open connection.
 */
export async function run(): Promise<void> {
  const rounds = setting('BENCH_ROUNDS', 100);
  const workers = setting('BENCH_WORKERS', 2);
  const broker = await startBroker();
  const product = await startProduct({ hasGateway: true });
  const lamps = await startLamps(broker.url, lampCount);
  try {
    const write = await connectLamps(product, { brokerUrl: broker.url, workers });
    const publish: Send = async (lamp) => lamps.publish(lamp);
    const rows: [string, Times][] = [];
    for (const [title, count] of [
      ['one lamp', 1],
      [`${lampCount} lamps at once`, lampCount],
    ] as const) {
      rows.push([`bare publish, ${title}`, await measure(lamps, publish, { count, rounds })]);
      rows.push([`\`PUT\`, ${title}`, await measure(lamps, write, { count, rounds })]);
    }
    await requireNoFailure(product);
    print(`\n${rounds} rounds, ${workers} workers, ${cpus().length} cores\n`);
    print(
      table(
        ['command', 'message at the broker, 50 % / 99 % / longest', 'answer'],
        rows.map(([title, { toBroker, toAnswer }]) => [
          title,
          quantiles(toBroker),
          title.startsWith('bare') ? '' : quantiles(toAnswer),
        ]),
      ),
    );
  } finally {
    await product.stop();
    await lamps.stop();
    await broker.stop();
  }
}

/** Starts workers with a client of the broker; returns a function that switches a lamp to the other state. */
async function connectLamps(
  product: Product,
  { brokerUrl, workers }: { brokerUrl: string; workers: number },
): Promise<Send> {
  const developer = `bench-${randomUUID()}`;
  await insertClients(product, {
    count: 1,
    developer,
    connectorType: mqttDiscovery,
    instance: { broker_url: brokerUrl },
    configuration: () => ({}),
  });
  await Promise.all(range(workers).map(() => product.startWorker()));
  await waitFor(() => areListenedFor(product), { within: 60_000, what: 'the lamps' });
  const account = newAccount(product, { developer, lifetimeSeconds: 24 * 3600 });
  const { rows } = await product.database.query<{ id: string; title: string }>(
    `SELECT id, title FROM units.things`,
  );
  const addresses = new Map(rows.map(({ id, title }) => [title, `/things/${id}/properties/on`]));
  const states = new Map<number, boolean>();
  return (lamp) => {
    const body = !states.get(lamp);
    states.set(lamp, body);
    return ask(account, 'PUT', addresses.get(`Lamp ${lamp}`)!, { body, expected: 204 });
  };
}

/** Whether the client has a connection, and all lamps are things. */
async function areListenedFor({ database }: Product): Promise<boolean> {
  const { rows } = await database.query<{ ready: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM connectors.listeners WHERE state = 'connected')
      AND (SELECT count(*) FROM units.things) = ${lampCount} AS ready`,
  );
  return rows[0]!.ready;
}

/** Sends commands to some lamps at once, round after round. */
async function measure(
  lamps: Lamps,
  send: Send,
  { count, rounds }: { count: number; rounds: number },
): Promise<Times> {
  const times: Times = { toBroker: [], toAnswer: [] };
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const commands = range(count).map(async (lamp) => {
      const arrived = lamps.nextMessage(lamp);
      const startedAt = performance.now();
      const answered = send(lamp).then(() => performance.now() - startedAt);
      const late = pause(lostAfterMs, undefined, { ref: false }).then(() => {
        throw new Error('A message was lost.');
      });
      const toBroker = (await Promise.race([arrived, late])) - startedAt;
      return { toBroker, toAnswer: await answered };
    });
    const ended = await Promise.all(commands);
    if (round >= warmUps) {
      times.toBroker.push(...ended.map(({ toBroker }) => toBroker));
      times.toAnswer.push(...ended.map(({ toAnswer }) => toAnswer));
    }
    // A random pause avoids being in step with timers.
    await pause(100 + Math.random() * 200);
  }
  return times;
}

const quantiles = (times: number[]) =>
  [quantile(times, 0.5), quantile(times, 0.99), Math.max(...times)]
    .map((time) => milliseconds(time, 1))
    .join(' / ');
