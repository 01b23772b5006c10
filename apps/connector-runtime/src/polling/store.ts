import type { Input, Output, UnitsContract } from '@trellis/contracts';
import { inTransaction, query } from '@trellis/database';
import type { RpcClient, Tracer } from '@trellis/messaging';
import type { Pool, PoolClient } from 'pg';
import type { ActivityCounter } from '../accounts/count-activity.js';
import type { Outbox, WebhookEvent } from '../delivery/outbox.js';
import type { ClientRow } from '../session.js';
import { inSets, inTurns } from '../sets.js';
import type { HeldSweep } from './missing-devices.js';
import type { Changes, KnownEntity } from './reconcile.js';
import {
  markMissing,
  removeSweeps,
  storeMappings,
  storeOutcomes,
  storeSweeps,
} from './store.sql.js';

/** What one poll has found to be different. */
interface FoundChanges extends Omit<Changes, 'warnings'> {
  client: ClientRow;
  events: WebhookEvent[];
}

/** How a client is after a poll, and what apps are told about that. */
interface Outcome {
  client: ClientRow;
  now: Pick<
    ClientRow,
    'status' | 'errorCode' | 'errorDetail' | 'errorSince' | 'failures' | 'warnings' | 'rooms'
  >;
  events: WebhookEvent[];
}

/** Stores what polls find; polls that end together share messages and transactions. */
export interface PollStore {
  /** Has units-service store things, and what has happened to them; answers what it left out. */
  upsertThings(client: ClientRow, found: Upsert): Promise<Output<UnitsContract, 'things.upsert'>>;
  /** Stores mappings; rejects with a violated foreign key when the client was removed. */
  storeMappings(found: FoundChanges): Promise<void>;
  /** Stores an outcome; `false`, and no app is told, when the client was removed or paused, or has another configuration. */
  storeOutcome(outcome: Outcome): Promise<boolean>;
  /** Stores the sweep of a client that is held from now on, or null when none is. */
  storeSweep(client: ClientRow, sweep: HeldSweep | null): Promise<void>;
}

interface StoredSweep {
  client: ClientRow;
  sweep: HeldSweep | null;
}

type UpsertInput = Input<UnitsContract, 'things.upsert'>;

type Upsert = Pick<UpsertInput, 'things' | 'vanished' | 'unobserved' | 'occurrences'> & {
  status?: ToldStatus | undefined;
};

/** Whether the polls of a client fail, as units-service is told. */
export type ToldStatus = NonNullable<UpsertInput['status']>;

interface Needs {
  pool: Pool;
  units: RpcClient<UnitsContract>;
  outbox: Outbox;
  activity: Pick<ActivityCounter, 'addChanges'>;
  tracing?: Tracer | undefined;
}

/** Sets wait for each other, not for a connection: more of them than connections would time out. */
const limits = { maxItems: 128, maxInFlight: 2 };

/** How many calls units-service answers well within their timeout, even when it is busy. */
const callLimits = { maxItems: 32, maxInFlight: 2 };

export function createPollStore(needs: Needs): PollStore {
  const { pool, units, outbox, activity, tracing: tracer } = needs;
  const store = async <Result>(
    run: (db: PoolClient) => Promise<{ result: Result; events: WebhookEvent[] }>,
  ): Promise<Result> => {
    const { result, deliveries } = await inTransaction(pool, async (db) => {
      const { result, events } = await run(db);
      return { result, deliveries: await outbox.add(db, events) };
    });
    await outbox.flush(deliveries);
    return result;
  };

  const upsertThings = inTurns(
    async ({ client, found }: { client: ClientRow; found: Upsert }) => {
      const { id, developer, subject } = client;
      const polled = client.polled?.toISOString();
      const heard = client.isHeard;
      const input = { client: id, developer, subject, polled, heard, ...found };
      const stored = await units('things.upsert', input);
      activity.addChanges(developer, found.things.length);
      return stored;
    },
    { ...callLimits, ownerOf, tracer },
  );

  const storeSweep = inSets(
    async (sweeps: StoredSweep[]) => {
      await inTransaction(pool, (db) => writeSweeps(db, sweeps));
      return sweeps.map(() => undefined);
    },
    { ...limits, ownerOf, tracer },
  );

  return {
    storeSweep: (client, sweep) => storeSweep({ client, sweep }),
    upsertThings: (client, found) => upsertThings({ client, found }),
    storeMappings: inSets(
      (polls: FoundChanges[]) =>
        store(async (db) => {
          await writeMappings(db, polls);
          return { result: polls.map(() => undefined), events: polls.flatMap(eventsOf) };
        }),
      { ...limits, ownerOf, tracer },
    ),
    storeOutcome: inSets(
      (outcomes: Outcome[]) =>
        store(async (db) => {
          const stored = await writeOutcomes(db, outcomes);
          const result = outcomes.map(({ client }) => stored.has(client.key));
          return { result, events: outcomes.filter((_, n) => result[n]).flatMap(eventsOf) };
        }),
      { ...limits, ownerOf, tracer },
    ),
  };
}

const eventsOf = ({ events }: { events: WebhookEvent[] }) => events;

/** Those clients of a developer that were never polled take turns with the others. */
const ownerOf = ({ client: { developer, status } }: { client: ClientRow }): string =>
  status === 'STARTING' ? `${developer} (new)` : developer;

/** Each entry of a list of each poll, with the key of the client and when the poll began. */
const entriesOf = (polls: FoundChanges[], list: (poll: FoundChanges) => KnownEntity[]) =>
  polls.flatMap((poll) => {
    const { key, polled } = poll.client;
    return list(poll).map((entity) => ({ key, polled: polled?.toISOString() ?? null, ...entity }));
  });

async function writeMappings(db: PoolClient, polls: FoundChanges[]): Promise<void> {
  const found = entriesOf(polls, ({ changed, rehandled }) => [...changed, ...rehandled]);
  if (found.length > 0) {
    await query(db, storeMappings, [
      found.map(({ key }) => key),
      found.map(({ entity }) => entity),
      found.map(({ thing }) => thing),
      found.map(({ fingerprint }) => fingerprint),
      found.map(({ available }) => available),
      found.map(({ handle }) => handle),
      found.map(({ polled }) => polled),
      found.map(({ hasValues }) => hasValues),
    ]);
  }
  const missing = [
    ...entriesOf(polls, ({ vanished }) => vanished.map(withoutProblem)),
    ...entriesOf(polls, ({ unobserved }) => unobserved),
  ];
  if (missing.length > 0) {
    await query(db, markMissing, [
      missing.map(({ key }) => key),
      missing.map(({ entity }) => entity),
      missing.map(({ polled }) => polled),
      missing.map(({ problem }) => problem),
    ]);
  }
}

async function writeSweeps(db: PoolClient, stored: StoredSweep[]): Promise<void> {
  // Of several of one client the last.
  const latest = [...new Map(stored.map((one) => [one.client.key, one])).values()];
  const ended = latest.filter(({ sweep }) => sweep === null).map(({ client }) => client.key);
  if (ended.length > 0) await query(db, removeSweeps, [ended]);
  const held = latest.flatMap(({ client, sweep }) =>
    sweep ? [{ key: client.key, ...sweep }] : [],
  );
  if (held.length === 0) return;
  await query(db, storeSweeps, [
    held.map(({ key }) => key),
    held.map(({ since }) => since.toISOString()),
    held.map(({ found }) => found),
    held.map(({ missing }) => missing),
  ]);
}

const withoutProblem = (entity: KnownEntity): KnownEntity => ({ ...entity, problem: null });

/** Returns the keys of the clients that are still there, with the configuration that was polled. */
async function writeOutcomes(db: PoolClient, outcomes: Outcome[]): Promise<Set<bigint>> {
  const now = outcomes.map((outcome) => outcome.now);
  const stored = await query(db, storeOutcomes, [
    outcomes.map(({ client }) => client.key),
    now.map(({ status }) => status),
    now.map(({ errorCode }) => errorCode),
    now.map(({ errorDetail }) => errorDetail),
    now.map(({ errorSince }) => errorSince?.toISOString() ?? null),
    now.map(({ failures }) => failures),
    now.map(({ warnings }) => warnings),
    now.map(({ rooms }) => rooms),
    outcomes.map(({ client }) => client.configuration),
    outcomes.map(({ client }) => client.isResuming),
  ]);
  return new Set(stored.map(({ key }) => BigInt(key)));
}
