import type { Input, UnitsContract } from '@trellis/contracts';
import type { RpcClient } from '@trellis/messaging';
import type { Database, Queries } from '../database.js';
import { Prisma } from '../generated/prisma/client.js';
import type { Outbox, WebhookEvent } from '../outbox/outbox.js';
import type { ClientRow } from '../session.js';
import { inSets, inTurns } from '../sets.js';
import type { Changes, KnownEntity } from './reconcile.js';

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
  /** Has units-service store things. */
  upsertThings(client: ClientRow, found: Upsert): Promise<void>;
  /** Stores mappings; rejects with a violated foreign key when the client was removed. */
  storeMappings(found: FoundChanges): Promise<void>;
  /** Stores an outcome; `false`, and no app is told, when the client was removed. */
  storeOutcome(outcome: Outcome): Promise<boolean>;
}

type Upsert = Pick<Input<UnitsContract, 'things.upsert'>, 'things' | 'vanished'>;

interface Needs {
  database: Database;
  units: RpcClient<UnitsContract>;
  outbox: Outbox;
}

/** Sets wait for each other, not for a connection: more of them than connections would time out. */
const limits = { maxItems: 128, maxInFlight: 2 };

/** How many calls units-service answers well within their timeout, even when it is busy. */
const callLimits = { maxItems: 32, maxInFlight: 2 };

/** How long a set may take when the database is busy (ms). */
const transactionLimits = { maxWait: 10_000, timeout: 20_000 };

export function createPollStore({ database, units, outbox }: Needs): PollStore {
  const inTransaction = async <Result>(
    run: (tx: Queries) => Promise<{ result: Result; events: WebhookEvent[] }>,
  ): Promise<Result> => {
    const { result, deliveries } = await database.$transaction(async (tx) => {
      const { result, events } = await run(tx);
      return { result, deliveries: await outbox.add(tx, events) };
    }, transactionLimits);
    await outbox.flush(deliveries);
    return result;
  };

  const upsertThings = inTurns(
    async ({ client, found }: { client: ClientRow; found: Upsert }) => {
      const { id, developer, subject } = client;
      const polled = client.polled?.toISOString();
      await units('things.upsert', { client: id, developer, subject, polled, ...found });
    },
    { ...callLimits, ownerOf },
  );

  return {
    upsertThings: (client, found) => upsertThings({ client, found }),
    storeMappings: inSets(
      (polls: FoundChanges[]) =>
        inTransaction(async (tx) => {
          await writeMappings(tx, polls);
          return { result: polls.map(() => undefined), events: polls.flatMap(eventsOf) };
        }),
      { ...limits, ownerOf },
    ),
    storeOutcome: inSets(
      (outcomes: Outcome[]) =>
        inTransaction(async (tx) => {
          const stored = await writeOutcomes(tx, outcomes);
          const result = outcomes.map(({ client }) => stored.has(client.key));
          return { result, events: outcomes.filter((_, n) => result[n]).flatMap(eventsOf) };
        }),
      { ...limits, ownerOf },
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

/**
 * Whether what is stored is not of a later poll: as in units-service, whose things the mappings describe.
 * What seems to be later by more than ten minutes was stored by a clock that has been set back.
 */
const isLatest = (polled: string) =>
  Prisma.raw(
    `(mappings.polled > ${polled} AND mappings.polled < ${polled} + interval '10 minutes') IS NOT TRUE`,
  );

async function writeMappings(tx: Queries, polls: FoundChanges[]): Promise<void> {
  const found = entriesOf(polls, ({ changed, rehandled }) => [...changed, ...rehandled]);
  if (found.length > 0) {
    await tx.$executeRaw`
      INSERT INTO mappings (client_key, entity, thing, fingerprint, available, handle, polled)
      SELECT found.client, found.entity, found.thing, found.fingerprint, found.available,
        found.handle, found.polled
      FROM unnest(
        ${found.map(({ key }) => key)}::bigint[],
        ${found.map(({ entity }) => entity)}::text[],
        ${found.map(({ thing }) => thing)}::uuid[],
        ${found.map(({ fingerprint }) => fingerprint)}::text[],
        ${found.map(({ available }) => available)}::boolean[],
        ${found.map(({ handle }) => handle)}::text[],
        ${found.map(({ polled }) => polled)}::text[]::timestamptz[]
      ) WITH ORDINALITY
        AS found(client, entity, thing, fingerprint, available, handle, polled, position)
      ORDER BY found.position
      ON CONFLICT (client_key, entity) DO UPDATE SET
        fingerprint = excluded.fingerprint,
        available = excluded.available,
        handle = excluded.handle,
        polled = excluded.polled
      WHERE ${isLatest('excluded.polled')}`;
  }
  const gone = entriesOf(polls, ({ vanished }) => vanished);
  if (gone.length > 0) {
    await tx.$executeRaw`
      UPDATE mappings SET available = false, polled = gone.polled
      FROM unnest(
        ${gone.map(({ key }) => key)}::bigint[],
        ${gone.map(({ entity }) => entity)}::text[],
        ${gone.map(({ polled }) => polled)}::text[]::timestamptz[]
      ) AS gone(client, entity, polled)
      WHERE mappings.client_key = gone.client AND mappings.entity = gone.entity
        AND ${isLatest('gone.polled')}`;
  }
}

/** Returns the keys of the clients that are still there. */
async function writeOutcomes(tx: Queries, outcomes: Outcome[]): Promise<Set<bigint>> {
  const all = outcomes.map(({ client: { key }, now }) => ({ key, ...now }));
  const stored = await tx.$queryRaw<{ key: bigint }[]>`
    UPDATE clients SET
      status = found.status, error_code = found.code, error_detail = found.detail,
      error_since = found.since, failures = found.failures, warnings = found.warnings,
      places = found.rooms
    FROM unnest(
      ${all.map(({ key }) => key)}::bigint[],
      ${all.map(({ status }) => status)}::text[],
      ${all.map(({ errorCode }) => errorCode)}::text[],
      ${all.map(({ errorDetail }) => errorDetail)}::text[],
      ${all.map(({ errorSince }) => errorSince?.toISOString() ?? null)}::text[]::timestamptz[],
      ${all.map(({ failures }) => failures)}::int[],
      ${all.map(({ warnings }) => warnings)}::text[],
      ${all.map(({ rooms }) => rooms)}::text[]
    ) AS found(key, status, code, detail, since, failures, warnings, rooms)
    WHERE clients.key = found.key
    RETURNING clients.key`;
  return new Set(stored.map(({ key }) => key));
}
