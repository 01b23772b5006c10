import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createResolver, type Connector } from '@trellis/connector-sdk';
import { migrate } from '@trellis/database';
import { createSealing, generateKey } from '@trellis/sealing';
import { createDatabase } from '@trellis/testing';
import type { Pool } from 'pg';
import { openDatabase, schema, type Database, type Queries } from './database.js';
import { createLanes } from './remote/lanes.js';
import { createRemoteRates } from './remote/rates.js';
import type { Announcement, Runtime } from './runtime.js';

export interface TestDatabase {
  database: Database;
  pool: Pool;
  close(): Promise<void>;
}

/** A database of its own with the tables of this service. */
export async function testDatabase(): Promise<TestDatabase> {
  const url = await createDatabase();
  const migrations = fileURLToPath(new URL('../prisma/migrations', import.meta.url));
  await migrate({ url, schema }, migrations);
  return openDatabase(url, 10);
}

/** What a service hands on, in place of the queues. */
export interface HandedOn {
  things: { things: { id: string }[]; vanished: string[] }[];
  announced: Announcement[];
  started: string[];
  hurried: string[];
  /** Ids of deliveries whose jobs were added. */
  deliveries: string[];
  /** Ids of interactions that have ended. */
  settled: string[];
}

/** A runtime without queues: what would go to other services is gathered. */
export function testRuntime(
  { database, pool }: TestDatabase,
  connectors: Connector[],
  more: Partial<Runtime> = {},
): { runtime: Runtime; handed: HandedOn } {
  const handed: HandedOn = {
    ...{ things: [], announced: [], started: [], hurried: [] },
    ...{ deliveries: [], settled: [] },
  };
  const lanes = createLanes({ quick: 10, slow: 10, slowOfGroup: 10, patience: 5_000 });
  const runtime = {
    database,
    connectors,
    sealing: createSealing(generateKey()),
    units: async (_call: string, input: never) => {
      handed.things.push(input);
      return {};
    },
    polls: {
      start: async (entries: { id: string }[]) => {
        handed.started.push(...entries.map(({ id }) => id));
      },
      hurry: async (id: string) => void handed.hurried.push(id),
      stop: async () => undefined,
    },
    announce: async (events: Announcement[], change: (db: Queries) => Promise<unknown>) => {
      await change(database);
      handed.announced.push(...events);
    },
    deliveries: {
      add: async (id: string) => void handed.deliveries.push(id),
      hurry: async (id: string) => void handed.deliveries.push(id),
    },
    settled: async (id: string) => void handed.settled.push(id),
    allowPrivate: true,
    resolve: createResolver({ allowPrivate: true }),
    rates: createRemoteRates({ pool }),
    lanes,
    interactionLanes: lanes,
    callbackLanes: lanes,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    pollTimeout: 5_000,
    interactionTimeout: 5_000,
    stopping: new AbortController().signal,
    ...more,
  } as unknown as Runtime;
  return { runtime, handed };
}

/** A client of a connector, with an instance of its own. */
export async function createClientOf(
  { database, sealing }: Runtime,
  typeId: string,
  { instance = {}, client = {} }: { instance?: object; client?: object } = {},
) {
  const developer = randomUUID();
  return database.client.create({
    data: {
      id: randomUUID(),
      developer,
      subject: 'alice',
      connectorType: typeId,
      configuration: sealing.seal(client),
      instance: {
        create: {
          id: randomUUID(),
          developer,
          connectorType: typeId,
          configuration: sealing.seal(instance),
        },
      },
    },
    include: { instance: true },
  });
}
