import { randomUUID } from 'node:crypto';
import {
  ChangeTimes,
  followEvents,
  newAccount,
  startChanges,
  startMosquitto,
  startThermometers,
  waitFor,
  type EventsStream,
  type TestMosquitto,
  type Thermometers,
} from '@trellis/testing';
import pMap from 'p-map';
import type { Fleet } from '../processes/fleet.js';

/** Clients of one broker with changing devices, and an app that follows the events. */
export interface Homes {
  count: number;
  broker: TestMosquitto;
  times: ChangeTimes;
  stream: EventsStream;
  /** Returns the number of established connections of each worker. */
  connectedByWorker(): Promise<number[]>;
  /** Stops the changes of the devices. */
  calm(): void;
  /** Starts the changes of the devices. */
  change(): void;
  stop(): Promise<void>;
}

interface HomesOptions {
  count: number;
  /** Changes per second of all devices together. */
  perSecond: number;
}

/** Number of clients that are created concurrently. */
const concurrency = 8;
const lifetimeSeconds = 24 * 3600;
const connector_type_id = 'mqtt-discovery';

/** Creates clients of a new broker, and waits until each has a listener. */
export async function createHomes(fleet: Fleet, options: HomesOptions): Promise<Homes> {
  const broker = await startMosquitto();
  if (!broker) throw new Error('Mosquitto is not installed.');
  const thermometers = await startThermometers(broker.url, options.count);
  const stop = async () => {
    await thermometers.stop();
    await broker.stop();
  };
  try {
    return await createHomesOn({ broker, thermometers, stop }, fleet, options);
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Surroundings {
  broker: TestMosquitto;
  thermometers: Thermometers;
  stop(): Promise<void>;
}

async function createHomesOn(
  { broker, thermometers, stop }: Surroundings,
  { address, servers }: Fleet,
  { count, perSecond }: HomesOptions,
): Promise<Homes> {
  const { jwtSecret, postgres } = servers;
  const account = newAccount({ address, jwtSecret }, { lifetimeSeconds });
  const create = async (path: string, configuration: object, subject?: string) => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { connector_type_id, configuration };
    // On a busy machine a service may answer too late.
    const { status } = await waitFor(async () => {
      const answer = await account.request('POST', path, { body, subject, headers });
      return answer.status < 500 && answer;
    });
    if (status !== 201) throw new Error(`POST ${path} was answered ${status}.`);
  };
  await create('/connectors/instances', { broker_url: broker.url });
  await pMap(
    Array.from({ length: count }, (_, home) => ({
      subject: `subject-${home}`,
      configuration: { discovery_prefix: thermometers.prefixOf(home) },
    })),
    ({ subject, configuration }) => create('/connectors/clients', configuration, subject),
    { concurrency },
  );
  const connectedByWorker = async () => {
    const rows = await postgres.query<{ clients: number }>(
      `SELECT count(*)::int AS clients FROM connectors.listeners
       WHERE state = 'connected' AND until > now() GROUP BY worker`,
    );
    return rows.map(({ clients }) => clients);
  };
  const areConnected = async () => sum(await connectedByWorker()) === count;
  await waitFor(areConnected, { within: 300_000, every: 500, what: 'the connections' });

  const times = new ChangeTimes();
  const stream = await followEvents({ address, token: account.token }, ({ value }) =>
    times.end(value as number),
  );
  let calm = () => {};
  return {
    count,
    broker,
    times,
    stream,
    connectedByWorker,
    calm: () => calm(),
    change() {
      calm = startChanges(thermometers, { times, perSecond });
    },
    async stop() {
      calm();
      stream.stop();
      await stop();
    },
  };
}

export const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);
