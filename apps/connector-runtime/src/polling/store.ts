import {
  connectorTypeOf,
  storedAttributes,
  type Input,
  type Output,
  type UnitsContract,
  type VendorAccount,
} from '@trellis/contracts';
import { inTransaction, query } from '@trellis/database';
import type { RpcClient, Tracer } from '@trellis/messaging';
import type { Pool, PoolClient } from 'pg';
import type { ActivityCounter } from '../accounts/count-activity.js';
import type { Outbox, WebhookEvent } from '../delivery/outbox.js';
import type { ClientRow, OutcomeColumn } from '../session.js';
import { inBatches, individually } from '../batches.js';
import type { MissingDevices } from './missing-devices.js';
import type { Changes, KnownEntity, PublishedStatus } from './reconcile.js';
import {
  deleteMissing,
  markMissing,
  storeMappings,
  storeMissing as storeMissingDevices,
  storeOutcomes,
} from './store.sql.js';

interface FoundChanges extends Omit<Changes, 'warnings'> {
  client: ClientRow;
  events: WebhookEvent[];
}

/** The new state of a client after a poll, and the events for apps. */
interface ClientOutcome {
  client: ClientRow;
  now: Pick<ClientRow, OutcomeColumn>;
  /** Its account at the vendor if that is another one by now. */
  account?: VendorAccount | undefined;
  events: WebhookEvent[];
}

interface ClientMissing {
  client: ClientRow;
  missing: MissingDevices | null;
}

/** Stores the results of polls. Polls that end together share messages and transactions. */
export interface PollStore {
  /** Stores things and their events in units-service; returns what it left out. */
  upsertThings(client: ClientRow, found: Upsert): Promise<Output<UnitsContract, 'things.upsert'>>;
  /** Merges things of a client into others. */
  mergeThings(client: ClientRow, merged: Merge[]): Promise<void>;
  /** Stores mappings; rejects with a violated foreign key when the client was removed. */
  storeMappings(found: FoundChanges): Promise<void>;
  /**
   * Stores an outcome and its events. Returns `false` without storing anything when the client was removed or paused,
   * or has another configuration by now.
   */
  storeOutcome(outcome: ClientOutcome): Promise<boolean>;
  /** Stores which devices of a client are missing, or null. */
  storeMissing(client: ClientRow, missing: MissingDevices | null): Promise<void>;
}

type UpsertInput = Input<UnitsContract, 'things.upsert'>;

type Upsert = Pick<UpsertInput, 'things' | 'vanished' | 'unobserved' | 'occurrences'> & {
  status?: PublishedStatus | undefined;
};

type Merge = Input<UnitsContract, 'things.merge'>['merged'][number];

interface Needs {
  pool: Pool;
  units: RpcClient<UnitsContract>;
  outbox: Outbox;
  activity: Pick<ActivityCounter, 'addChanges'>;
  tracing?: Tracer | undefined;
  /** The types of connectors whose devices answer polls themselves. */
  answering?: ReadonlySet<string>;
}

/** More sets in flight than connections would wait for each other and time out. */
const limits = { maxItems: 128, maxInFlight: 2 };

/** As many calls as units-service answers well within their timeout, even when it is busy. */
const callLimits = { maxItems: 32, maxInFlight: 2 };

export function createPollStore(needs: Needs): PollStore {
  const { pool, units, outbox, activity, tracing: tracer, answering = new Set() } = needs;
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

  const upsertThings = individually(
    async ({ client, found }: { client: ClientRow; found: Upsert }) => {
      const { id, developer, subject } = client;
      const status = found.status && {
        ...found.status,
        attributes: storedAttributes(client.attributes),
      };
      const polled = client.polled?.toISOString();
      const reported = client.isReported;
      const answers = answering.has(connectorTypeOf(client.connectorType)) || undefined;
      const input = { client: id, developer, subject, polled, reported, answers, ...found, status };
      const stored = await units('things.upsert', input);
      activity.addChanges(developer, found.things.length);
      return stored;
    },
    { ...callLimits, ownerOf, tracer },
  );

  const storeMissing = inBatches(
    async (given: ClientMissing[]) => {
      await inTransaction(pool, (db) => writeMissing(db, given));
      return given.map(() => undefined);
    },
    { ...limits, ownerOf, tracer },
  );

  return {
    storeMissing: (client, missing) => storeMissing({ client, missing }),
    async mergeThings({ id, developer }, merged) {
      await units('things.merge', { client: id, developer, merged });
    },
    upsertThings: (client, found) => upsertThings({ client, found }),
    storeMappings: inBatches(
      (polls: FoundChanges[]) =>
        store(async (db) => {
          await writeMappings(db, polls);
          return { result: polls.map(() => undefined), events: polls.flatMap(eventsOf) };
        }),
      { ...limits, ownerOf, tracer },
    ),
    storeOutcome: inBatches(
      (outcomes: ClientOutcome[]) =>
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

/** A developer's clients that were never polled take turns with the developer's other clients. */
const ownerOf = ({ client: { developer, status } }: { client: ClientRow }): string =>
  status === 'STARTING' ? `${developer} (new)` : developer;

/** Returns the entries of one list of all polls, with the client's key and the time of the poll. */
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
      found.map(({ identifiers = [] }) => identifiers.join('\n')),
      found.map(({ names }) => names && JSON.stringify(names)),
    ]);
  }
  const missing = [
    ...entriesOf(polls, ({ vanished }) => vanished.map((one) => ({ ...one, problem: null }))),
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

async function writeMissing(db: PoolClient, given: ClientMissing[]): Promise<void> {
  // Keeps only the latest record of each client.
  const latest = [...new Map(given.map((one) => [one.client.key, one])).values()];
  const ended = latest.filter(({ missing }) => missing === null).map(({ client }) => client.key);
  if (ended.length > 0) await query(db, deleteMissing, [ended]);
  const present = latest.flatMap(({ client, missing }) =>
    missing ? [{ key: client.key, ...missing }] : [],
  );
  if (present.length === 0) return;
  await query(db, storeMissingDevices, [
    present.map(({ key }) => key),
    present.map(({ since }) => since.toISOString()),
    present.map(({ found }) => found),
    present.map(({ missing }) => missing),
  ]);
}

/** Returns the keys of the clients whose outcomes were stored. */
async function writeOutcomes(db: PoolClient, outcomes: ClientOutcome[]): Promise<Set<bigint>> {
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
    now.map(({ isolation }) => isolation),
    now.map(({ errorFacts }) => errorFacts),
    outcomes.map(({ account }) => account && JSON.stringify(account)),
  ]);
  return new Set(stored.map(({ key }) => BigInt(key)));
}
