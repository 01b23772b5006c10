import { randomUUID } from 'node:crypto';
import { freePort, newAccount, waitFor, type Account } from '@trellis/testing';
import { ask } from '../ask.js';
import { median, range } from '../numbers.js';
import { setting } from '../options.js';
import { print, table } from '../print.js';
import { startHome, type Home } from './agents/home.js';
import { measureThroughput } from './agents/throughput.js';
import { measure } from './interactions/measure.js';
import { startThing, type Peer } from './interactions/peers.js';
import { insertClients, requireNoFailure } from './polls/clients.js';
import { pollAtOnce, recurring } from './polls/cost.js';
import { pollSchedule } from './polls/jobs.js';
import { startProduct, type Product } from './polls/product.js';
import { start, totalOf, type CpuTimes } from './processes.js';

/** Clients of one home, each of which has a connection. */
const clientCount = 100;

/** Measures polls, writes and throughput through an agent, next to direct ones, which alternate with them. */
export async function run(): Promise<void> {
  const rounds = setting('BENCH_ROUNDS', 5);
  const relayPort = await freePort();
  const product = await startProduct({
    hasGateway: true,
    environment: { AGENT_RELAY_PORT: String(relayPort), RATE_LIMIT_PER_MINUTE: '0' },
  });
  try {
    await product.startWorker();
    const home = await startHome(product, { relayPort });
    try {
      const rows = [
        ...(await measurePolls(product, home, rounds)),
        await measureWrites(product, home, rounds),
        await measureThroughputs(home, rounds),
      ];
      print(`\nMedians of ${rounds} rounds\n`);
      print(table(['measured', 'direct (floor)', 'through an agent', 'agent / floor'], rows));
    } finally {
      await home.stop();
    }
  } finally {
    await product.stop();
  }
}

type Row = [name: string, floor: string, agent: string, ratio: string];

/** Formats medians of alternating rounds. */
function rowOf(name: string, sides: { floor: number[]; agent: number[] }, unit = 'ms'): Row {
  const [floor, agent] = [median(sides.floor), median(sides.agent)];
  const shown = (value: number) => `${value.toFixed(2)} ${unit}`;
  return [name, shown(floor), shown(agent), (agent / floor).toFixed(2)];
}

/** Unchanged polls of things of the Web of Things, on open connections. */
async function measurePolls(product: Product, home: Home, rounds: number): Promise<Row[]> {
  const remote = await start('slowRemote', { ANSWER_MS: '0' });
  const { address } = remote.message as { address: string };
  const clients = {
    count: clientCount,
    connectorType: 'wot',
    configuration: (n: number) => ({ url: `${address}/things/${n}`, interval_ms: 1_000 }),
  };
  const sides = {
    floor: await insertClients(product, clients),
    agent: await home.insertClients(clients),
  };
  const cpu = { floor: [] as CpuTimes[], agent: [] as CpuTimes[] };
  // The first round is for the JIT compiler.
  for (const round of range(rounds + 1)) {
    for (const side of ['floor', 'agent'] as const) {
      const processes = { ...product.processes(), agent: home.pid() };
      const cost = await recurring(product, pollSchedule, sides[side], processes);
      if (round > 0) cpu[side].push(cost);
    }
  }
  await requireNoFailure(product);
  await product.database.query('TRUNCATE connectors.clients CASCADE');
  remote.child.kill();
  const cpuBy = (timeOf: (cost: CpuTimes) => number) => ({
    floor: cpu.floor.map(timeOf),
    agent: cpu.agent.map(timeOf),
  });
  const ofTrellis = cpuBy(({ agent: _agent, ...trellis }) => totalOf(trellis));
  return [
    rowOf('CPU time per poll, of Trellis', ofTrellis),
    rowOf('CPU time per poll, with the agent', cpuBy(totalOf)),
  ];
}

/** Writes to a thing of the Web of Things, from the request to the arrival there. */
async function measureWrites(product: Product, home: Home, rounds: number): Promise<Row> {
  const things = { floor: await startThing(), agent: await startThing() };
  await prepareWrites(product, home, things);
  const developers = { floor: floorDeveloper, agent: home.developer };
  const times = { floor: [] as number[], agent: [] as number[] };
  const writes = {
    floor: await writerOf(product, developers.floor),
    agent: await writerOf(product, developers.agent),
  };
  for (const _ of range(rounds)) {
    for (const side of ['floor', 'agent'] as const) {
      const measured = await measure(
        { arrival: things[side].nextCommand, send: writes[side] },
        { count: 1, rounds: 20 },
      );
      times[side].push(median(measured.toArrival));
    }
  }
  await requireNoFailure(product);
  await Promise.all(Object.values(things).map((thing) => thing.stop()));
  return rowOf('`PUT` of a property to the device', times);
}

const floorDeveloper = `bench-${randomUUID()}`;

async function prepareWrites(
  product: Product,
  home: Home,
  { floor, agent }: { floor: Peer; agent: Peer },
) {
  const clientOf = ({ connectorType, configuration }: Peer) => ({
    count: 1,
    connectorType,
    configuration: () => configuration,
  });
  const ids = await insertClients(product, { ...clientOf(floor), developer: floorDeveloper });
  await product.database.query('DELETE FROM connectors.instances WHERE developer = $1', [
    home.developer,
  ]);
  ids.push(...(await home.insertClients(clientOf(agent))));
  await pollAtOnce(product, ids);
}

/** Returns a function that switches the lamp of a developer to its other state. */
async function writerOf(product: Product, developer: string) {
  const account: Account = newAccount(product, { developer, lifetimeSeconds: 24 * 3_600 });
  const find = async () => {
    const { rows } = await product.database.query<{ id: string }>(
      `SELECT id FROM units.things WHERE developer = $1 AND title = 'Web lamp'`,
      [developer],
    );
    return rows[0]?.id;
  };
  const id = await waitFor(find, { within: 60_000, what: 'the lamp' });
  let state = false;
  return () => {
    state = !state;
    return ask(account, 'PUT', `/things/${id}/properties/on`, { body: state, expected: 204 });
  };
}

async function measureThroughputs(home: Home, rounds: number): Promise<Row> {
  const direct = async () => ({ address: '127.0.0.1', family: 4 as const });
  const speeds = { floor: [] as number[], agent: [] as number[] };
  for (const _ of range(rounds)) {
    speeds.floor.push(await measureThroughput(direct));
    speeds.agent.push(await measureThroughput(home.resolve));
  }
  return rowOf('throughput of a connection', speeds, 'MB/s');
}
