import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '@trellis/local-postgres';
import { installed, startProgram, type RunningProgram } from './program.js';
import { maxMemory } from './redis.js';
import { waitFor } from './wait-for.js';

export interface TestRedisCluster {
  /** With all nodes. */
  url: string;
  /** The masters that it had at first. One is killed when its replica has all that was written before. */
  masters: { url: string; isRunning(): boolean; kill(): Promise<void> }[];
  stop(): Promise<void>;
}

interface Node extends RunningProgram {
  port: number;
  busPort: number;
  client: Redis;
}

const masterCount = 3;
const slotCount = 16_384;

/** After this time a node that does not answer counts as lost (ms). */
const nodeTimeoutMs = 3_000;

/** Starts a Redis Cluster of three masters, each with a replica if that is wanted; if Redis is installed. */
export async function startRedisCluster({ hasReplicas = false } = {}): Promise<
  TestRedisCluster | undefined
> {
  if (!installed('redis-server')) return undefined;
  const directory = mkdtempSync(join(tmpdir(), 'trellis-cluster-'));
  const count = hasReplicas ? 2 * masterCount : masterCount;
  const nodes = await Promise.all(Array.from({ length: count }, () => startNode(directory)));
  const masters = nodes.slice(0, masterCount);
  const replicas = nodes.slice(masterCount);
  await form(masters, replicas);
  const [first, ...others] = nodes.map(({ port }) => `127.0.0.1:${port}`);
  const clients = nodes.map(({ client }) => client);
  return {
    url: `redis+cluster://${first}?${others.map((address) => `addr=${address}`).join('&')}`,
    masters: masters.map(({ port, process, client }) => ({
      url: `redis://127.0.0.1:${port}`,
      isRunning: () => process.signalCode === null && process.exitCode === null,
      async kill() {
        await replicated(client);
        const exit = once(process, 'exit');
        process.kill('SIGKILL');
        await exit;
      },
    })),
    async stop() {
      for (const client of clients) client.disconnect();
      await Promise.all(nodes.map((node) => node.stop()));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Waits until the replicas of a node have what was written to it: replication is asynchronous, and on a busy
 * machine it may be far behind.
 */
async function replicated(client: Redis): Promise<void> {
  const read = async () => {
    const info = await client.info('replication');
    const replicas = [...info.matchAll(/^slave\d+:.*offset=(\d+)/gm)];
    return {
      written: Number(/^master_repl_offset:(\d+)/m.exec(info)![1]),
      acknowledged: replicas.map(([, offset]) => Number(offset)),
    };
  };
  const { written } = await read();
  const areUpToDate = async () => (await read()).acknowledged.every((offset) => offset >= written);
  await waitFor(areUpToDate, { what: 'the replication' });
}

async function startNode(directory: string): Promise<Node> {
  const port = await freePort();
  const busPort = await freePort();
  const options = {
    port,
    bind: '127.0.0.1',
    dir: directory,
    save: '',
    maxmemory: maxMemory,
    'cluster-enabled': 'yes',
    'cluster-port': busPort,
    'cluster-config-file': `nodes-${port}.conf`,
    'cluster-node-timeout': nodeTimeoutMs,
    // A master without a replica leaves the others their slots.
    'cluster-require-full-coverage': 'no',
    'repl-diskless-sync-delay': 0,
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const running = await startProgram('redis-server', args, port);
  const client = new Redis(port, '127.0.0.1');
  client.on('error', () => undefined);
  return { ...running, port, busPort, client };
}

/** Shares the slots among the masters, and gives each a replica. */
async function form(masters: Node[], replicas: Node[]): Promise<void> {
  const nodes = [...masters, ...replicas];
  for (const [index, { client }] of nodes.entries()) {
    await client.cluster('SET-CONFIG-EPOCH', index + 1);
  }
  for (const [index, { client }] of masters.entries()) {
    const [from, to] = [index, index + 1].map((at) => Math.round((at * slotCount) / masterCount));
    await client.cluster('ADDSLOTSRANGE', from!, to! - 1);
  }
  const [first, ...others] = nodes;
  for (const { port, busPort } of others) {
    await first!.client.cluster('MEET', '127.0.0.1', port, busPort as never);
  }
  const isJoined = async ({ client }: Node) => {
    const info = (await client.cluster('INFO')) as string;
    // Without full coverage the state is ok before a node has heard of the slots of the others.
    return ['state:ok', `slots_ok:${slotCount}`, `known_nodes:${nodes.length}`].every((expected) =>
      info.includes(`cluster_${expected}\r\n`),
    );
  };
  const all = async (met: (node: Node) => Promise<boolean>, of = nodes) =>
    (await Promise.all(of.map(met))).every(Boolean);
  await waitFor(() => all(isJoined), { what: 'the cluster' });
  for (const [index, { client }] of replicas.entries()) {
    const master = (await masters[index]!.client.cluster('MYID')) as string;
    await client.cluster('REPLICATE', master);
  }
  const isInSync = async ({ client }: Node) =>
    (await client.info('replication')).includes('master_link_status:up');
  await waitFor(() => all(isInSync, replicas), { what: 'the replicas' });
}
