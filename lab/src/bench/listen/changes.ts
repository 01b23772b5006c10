import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { newAccount, waitFor } from '@trellis/testing';
import { mqttDiscovery, startHomes } from '../../homes.js';
import { range } from '../../numbers.js';
import { insertClients, requireNoFailure } from '../polls/clients.js';
import { startProduct, type Product } from '../polls/product.js';
import { cpuPerUnit, readCpu, type CpuTimes } from '../processes.js';

interface ListeningOptions {
  clients: number;
  workers: number;
  /** Changes per second of all devices together. */
  perSecond: number;
  seconds: number;
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

/** Time for the JIT compiler before the measurement. */
const warmUpMs = 20_000;

/** A change that takes longer counts as lost (ms). */
const lostAfterMs = 30_000;

/** Starts the product, changes devices and follows the events as an app does. */
export async function measureListening(options: ListeningOptions): Promise<ListeningRun> {
  const homes = await startHomes(options.clients);
  const product = await startProduct({ hasGateway: true });
  try {
    const developer = `bench-${randomUUID()}`;
    await insertClients(product, {
      count: options.clients,
      developer,
      connectorType: mqttDiscovery,
      instance: { broker_url: homes.broker.url },
      configuration: homes.configurationOf,
    });
    const connectedAfterMs = await listenForAll(product, options);
    const { token } = newAccount(product, { developer, lifetimeSeconds: 24 * 3600 });
    const stream = await homes.follow({ address: product.address, token });
    const stopChanges = homes.change(options.perSecond);
    await pause(warmUpMs);

    const processes = { ...product.processes(), broker: homes.broker.pid() };
    const readAll = () => ({ ...readCpu(processes), load: ownCpuMs() });
    const from = performance.now();
    const before = readAll();
    await pause(options.seconds * 1_000);
    const after = readAll();
    stopChanges();
    const seconds = (performance.now() - from) / 1_000;
    const { times } = homes;
    await waitFor(() => times.waiting === 0, { within: lostAfterMs }).catch(() => undefined);
    await requireNoFailure(product);
    if (stream.failure() !== undefined) throw new Error(`The events: ${stream.failure()}.`);
    if (times.waiting > 0)
      throw new Error(`The last changes of ${times.waiting} devices were lost.`);
    const away = options.clients - (await countConnected(product));
    if (away > 0) throw new Error(`${away} clients have lost their connections.`);
    stream.stop();
    const tookMs = times.since(from);
    return {
      connectedAfterMs,
      changesPerSecond: tookMs.length / seconds,
      tookMs,
      cost: cpuPerUnit(before, after, tookMs.length),
    };
  } finally {
    await product.stop();
    await homes.stop();
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
  await Promise.all(range(workers).map(() => product.startWorker(environment)));
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
