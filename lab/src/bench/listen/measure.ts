import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  ChangeTimes,
  followEvents,
  newAccount,
  startChanges,
  startMosquitto,
  startThermometers,
  waitFor,
} from '@trellis/testing';
import { cpuPerUnit, readCpu, type CpuTimes } from '../cpu.js';
import { insertClients, requireNoFailure } from '../polls/clients.js';
import { startProduct, type Product } from '../polls/product.js';

interface ListeningOptions {
  clients: number;
  workers: number;
  /** Changes per second of all devices together. */
  perSecond: number;
  seconds: number;
  /** Time for the JIT compiler before the measurement. */
  warmUpSeconds: number;
}

interface ListeningRun {
  /** From the start of the workers until all clients had listeners. */
  connectedAfterMs: number;
  changesPerSecond: number;
  /** Latency of each change (ms). */
  tookMs: number[];
  /** CPU time per change (ms) of every process, the broker and the load generator included. */
  cost: CpuTimes;
}

/** A change that takes longer counts as lost (ms). */
const lostAfterMs = 30_000;

/** Starts the product, changes devices and follows the events as an app does. */
export async function measureListening(options: ListeningOptions): Promise<ListeningRun> {
  const broker = await startMosquitto();
  if (!broker) throw new Error('This benchmark needs mosquitto.');
  const product = await startProduct({ hasGateway: true });
  const thermometers = await startThermometers(broker.url, options.clients);
  try {
    const developer = `bench-${randomUUID()}`;
    await insertClients(product, {
      count: options.clients,
      developer,
      connectorType: 'mqtt-discovery',
      instance: { broker_url: broker.url },
      configuration: (home) => ({ discovery_prefix: thermometers.prefixOf(home) }),
    });
    const connectedAfterMs = await listenForAll(product, options);
    const { token } = newAccount(product, { developer, lifetimeSeconds: 24 * 3600 });
    const times = new ChangeTimes();
    const stream = await followEvents({ address: product.address, token }, ({ value }) =>
      times.end(value as number),
    );
    const stop = startChanges(thermometers, { times, perSecond: options.perSecond });
    await pause(options.warmUpSeconds * 1_000);

    const readAll = () => ({
      ...readCpu({ ...product.processes(), broker: broker.pid() }),
      load: ownCpuMs(),
    });
    const from = performance.now();
    const before = readAll();
    await pause(options.seconds * 1_000);
    const after = readAll();
    stop();
    const seconds = (performance.now() - from) / 1_000;
    await waitFor(() => times.waiting === 0, { within: lostAfterMs }).catch(() => undefined);
    await requireNoLoss(product, { lost: times.waiting, failure: stream.failure(), options });
    const tookMs = times.since(from);
    stream.stop();
    return {
      connectedAfterMs,
      changesPerSecond: tookMs.length / seconds,
      tookMs,
      cost: cpuPerUnit(before, after, tookMs.length),
    };
  } finally {
    await product.stop();
    await thermometers.stop();
    await broker.stop();
  }
}

/** Returns the CPU time of this process without its children. */
function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Starts the workers, waits until each client has a connection, and returns how long that took (ms). */
async function listenForAll(product: Product, { clients, workers }: ListeningOptions) {
  const startedAt = performance.now();
  const limit = String(clients);
  const environment = {
    LISTENERS_PER_WORKER: limit,
    LISTENERS_PER_DEVELOPER: limit,
    LISTENERS_PER_HOST: limit,
  };
  await Promise.all(Array.from({ length: workers }, () => product.startWorker(environment)));
  await waitFor(async () => (await countConnected(product)) === clients, {
    within: 600_000,
    every: 500,
    what: 'the connections',
  });
  return performance.now() - startedAt;
}

async function countConnected({ database }: Product): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM connectors.listeners WHERE state = 'connected'`,
  );
  return rows[0]!.count;
}

interface Outcome {
  /** Number of devices whose last change did not arrive. */
  lost: number;
  failure: string | undefined;
  options: ListeningOptions;
}

async function requireNoLoss(product: Product, { lost, failure, options }: Outcome): Promise<void> {
  await requireNoFailure(product);
  if (failure !== undefined) throw new Error(`The events: ${failure}.`);
  if (lost > 0) throw new Error(`The last changes of ${lost} devices were lost.`);
  const away = options.clients - (await countConnected(product));
  if (away > 0) throw new Error(`${away} clients have lost their connections.`);
}
