import { randomUUID } from 'node:crypto';
import { cpus } from 'node:os';
import { newAccount, waitFor } from '@trellis/testing';
import { ask } from '../ask.js';
import { mqttDiscovery, startBroker } from '../homes.js';
import { quantile, range } from '../numbers.js';
import { setting } from '../options.js';
import { milliseconds, print, table } from '../print.js';
import { startLamps } from './interactions/lamps.js';
import { measure, type Times } from './interactions/measure.js';
import { startHome, startHue, startThing } from './interactions/peers.js';
import { insertClients, requireNoFailure } from './polls/clients.js';
import { startProduct, type Product } from './polls/product.js';

const lampCount = 10;

/**
 * Measures the latency from the HTTP request that writes a property to the message at the MQTT broker, for one lamp and
 * for ten at once, and to the command at a Hue bridge, a Home Assistant and a thing of the Web of Things; each beside
 * that of a bare command on an open connection.
 */
export async function run(): Promise<void> {
  const rounds = setting('BENCH_ROUNDS', 100);
  const workers = setting('BENCH_WORKERS', 2);
  const broker = await startBroker();
  const product = await startProduct({ hasGateway: true });
  const lamps = await startLamps(broker.url, lampCount);
  const peers = await Promise.all([startHue(), startHome(), startThing()]);
  try {
    const mqtt = {
      connectorType: mqttDiscovery,
      instance: { broker_url: broker.url },
      configuration: {},
      titles: lamps.titles,
    };
    const write = await connectClients(product, workers, [
      mqtt,
      ...peers.map((peer) => ({ ...peer, titles: [peer.title] })),
    ]);
    const rows: [string, Times, Times][] = [];
    const arrival = (lamp: number) => lamps.nextMessage(lamp);
    for (const [name, count] of [
      ['MQTT, one lamp', 1],
      [`MQTT, ${lampCount} lamps at once`, lampCount],
    ] as const) {
      const bare = { arrival, send: async (lamp: number) => lamps.publish(lamp) };
      const written = { arrival, send: (lamp: number) => write(lamps.titles[lamp]!) };
      const options = { count, rounds };
      rows.push([name, await measure(bare, options), await measure(written, options)]);
    }
    for (const { technology, title, nextCommand: arrival, command } of peers) {
      const options = { count: 1, rounds };
      const bare = await measure({ arrival, send: command }, options);
      rows.push([technology, bare, await measure({ arrival, send: () => write(title) }, options)]);
    }
    await requireNoFailure(product);
    print(
      `\n${rounds} rounds, ${workers} workers, ${cpus().length} cores; 50 % / 99 % / longest\n`,
    );
    print(
      table(
        ['technology', 'bare command', '`PUT` to the command', 'to the answer'],
        rows.map(([name, bare, written]) => [
          name,
          ...[bare.toArrival, written.toArrival, written.toAnswer].map(quantiles),
        ]),
      ),
    );
  } finally {
    await product.stop();
    await Promise.all(peers.map((peer) => peer.stop()));
    await lamps.stop();
    await broker.stop();
  }
}

interface NewClient {
  connectorType: string;
  instance?: object;
  configuration: object;
  titles: string[];
}

/** Starts workers with clients; returns a function that switches a lamp to the other state, by its title. */
async function connectClients(product: Product, workers: number, clients: NewClient[]) {
  const developer = `bench-${randomUUID()}`;
  for (const { connectorType, instance, configuration } of clients) {
    const given = { connectorType, instance, configuration: () => configuration };
    await insertClients(product, { count: 1, developer, ...given });
  }
  await Promise.all(range(workers).map(() => product.startWorker()));
  const titles = clients.flatMap((client) => client.titles);
  const isReady = () => areListenedFor(product, { clients: clients.length, titles });
  await waitFor(isReady, { within: 60_000, what: 'the lamps' });
  const account = newAccount(product, { developer, lifetimeSeconds: 24 * 3600 });
  const { rows } = await product.database.query<{ id: string; title: string }>(
    `SELECT id, title FROM units.things`,
  );
  const addresses = new Map(rows.map(({ id, title }) => [title, `/things/${id}/properties/on`]));
  const states = new Map<string, boolean>();
  return (title: string) => {
    const body = !states.get(title);
    states.set(title, body);
    return ask(account, 'PUT', addresses.get(title)!, { body, expected: 204 });
  };
}

/** Whether all clients have a connection, and all lamps are things. */
async function areListenedFor(
  { database }: Product,
  { clients, titles }: { clients: number; titles: string[] },
): Promise<boolean> {
  const { rows } = await database.query<{ ready: boolean }>(
    `SELECT (SELECT count(*) FROM connectors.listeners WHERE state = 'connected') = $1
      AND (SELECT count(DISTINCT title) FROM units.things WHERE title = ANY ($2)) = $3 AS ready`,
    [clients, titles, titles.length],
  );
  return rows[0]!.ready;
}

const quantiles = (times: number[]) =>
  [quantile(times, 0.5), quantile(times, 0.99), Math.max(...times)]
    .map((time) => milliseconds(time, 1))
    .join(' / ');
