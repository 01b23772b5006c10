import {
  lacksValues,
  Problem,
  quotaExceeded,
  type Handler,
  type QuotaLimits,
  type Received,
  type UnitsContract,
} from '@trellis/contracts';
import { firstDeadline, inTransaction, query } from '@trellis/database';
import type pg from 'pg';
import { storeOccurrences } from './occurrences.js';
import { lockThingCounts } from '../quotas/lock.sql.js';
import { toRounds } from '../sets/rounds.js';
import { publishHints, type PublishThingsHint } from './hints.js';
import { stateColumns } from './row.js';
import {
  ensureClients,
  lockClients,
  lockThings,
  markMissing,
  readStoredValues,
  storePolled,
  storeStatuses,
  upsertRows,
} from './upsert.sql.js';

interface Needs {
  pool: pg.Pool;
  quotas: QuotaLimits<'units'>;
  publishThingsHint: PublishThingsHint;
}

type Input = Received<UnitsContract, 'things.upsert'>;

/**
 * Stores what connector clients found, except from those that have been removed, and except what an
 * earlier poll found than the one that is stored. New things for which the quota of their developer has no
 * room are left out.
 */
export const upsertThings: Handler<'things.upsert', Needs> = async (
  { pool, quotas, publishThingsHint },
  calls,
) => {
  const inputs = calls.map(({ input }) => input);
  const { refusals, leftOut, dropped } = await inTransaction(
    pool,
    async (db) => {
      const clients = await lockStoredClients(db, inputs);
      const refusals = refuse(inputs, clients);
      const accepted = inputs.filter((_input, index) => !refusals[index]);
      await storeLatestPolls(db, accepted, clients);
      await storeTold(db, accepted);
      const leftOut = await findLeftOut(db, accepted, quotas.things);
      const stored = accepted.map((input) => without(leftOut, input));
      const dropped = new Set<string>();
      for (const round of toRounds(stored, ({ client }) => client)) {
        await store(db, round);
        for (const id of await storeOccurrences(db, round)) dropped.add(id);
      }
      return { refusals, leftOut, dropped };
    },
    firstDeadline(calls),
  );
  publishHints(
    publishThingsHint,
    inputs
      .filter((_input, index) => !refusals[index])
      .map((input) => ({ ...input, things: concernedBy(without(leftOut, input)) })),
  );
  return inputs.map((input, index) => refusals[index] ?? toOutput(input, { leftOut, dropped }));
};

/** The things that are told of: found, missing, or with an event. */
const concernedBy = (input: Input) => [
  ...new Set([...idsOf(input), ...(input.occurrences ?? []).map(({ thing }) => thing)]),
];

const idsOf = ({ things, vanished, unobserved = [] }: Input) => [
  ...things.map(({ id }) => id),
  ...vanished,
  ...unobserved.map(({ id }) => id),
];

type StoredClients = Map<string, { removed: boolean; polled: Date | null }>;

async function lockStoredClients(
  db: pg.PoolClient,
  inputs: readonly Input[],
): Promise<StoredClients> {
  const began = new Map<string, string | undefined>();
  for (const { client, polled, heard } of inputs) {
    if (!began.has(client)) began.set(client, heard ? undefined : polled);
  }
  const ids = [...began.keys()];
  await query(db, ensureClients, [ids, [...began.values()]]);
  const rows = await query(db, lockClients, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The problem of each input that is not to be stored. */
function refuse(inputs: readonly Input[], clients: StoredClients): (Problem | undefined)[] {
  const latest = new Map([...clients].map(([id, { polled }]) => [id, polled?.getTime()]));
  return inputs.map(({ client, polled, heard }) => {
    if (clients.get(client)!.removed) {
      return new Problem('creator_removed', 'The client of these things has been removed.');
    }
    if (polled === undefined || heard) return undefined;
    const began = Date.parse(polled);
    if (isEarlier(began, latest.get(client))) {
      return new Problem('superseded', 'What a later poll of the client found has been stored.');
    }
    latest.set(client, began);
    return undefined;
  });
}

/** No call is on its way for so long: what seems to be earlier still was begun by a clock set back (ms). */
const maxOnTheWayMs = 10 * 60_000;

const isEarlier = (began: number, latest: number | undefined): boolean =>
  latest !== undefined && began < latest && latest - began < maxOnTheWayMs;

async function storeLatestPolls(
  db: pg.PoolClient,
  accepted: readonly Input[],
  stored: StoredClients,
): Promise<void> {
  const latest = new Map<string, string>();
  for (const { client, polled, heard } of accepted) {
    if (polled && !heard) latest.set(client, polled);
  }
  // The row of a client that was just added has it already.
  for (const [client, polled] of latest) {
    if (stored.get(client)!.polled?.getTime() === Date.parse(polled)) latest.delete(client);
  }
  if (latest.size > 0) await query(db, storePolled, [[...latest.keys()], [...latest.values()]]);
}

/** Stores which statuses of clients are told; of several of one client the last. */
async function storeTold(db: pg.PoolClient, accepted: readonly Input[]): Promise<void> {
  const told = new Map(
    accepted.flatMap(({ client, developer, subject, status }) =>
      status ? [[client, { client, developer, subject, ...status }] as const] : [],
    ),
  );
  if (told.size === 0) return;
  const rows = [...told.values()];
  await query(db, storeStatuses, [
    rows.map(({ client }) => client),
    rows.map(({ developer }) => developer),
    rows.map(({ subject }) => subject),
    rows.map(({ error }) => error),
    rows.map(({ since }) => since),
  ]);
}

/** Why things are left out, by their ids. */
type LeftOut = ReadonlyMap<string, Problem>;

/**
 * Locks the things that exist, and finds those of the others that are more than developers may have
 * (`limit`). Where nothing is new, nobody waits for the count of things.
 */
async function findLeftOut(
  db: pg.PoolClient,
  inputs: readonly Input[],
  limit: number,
): Promise<LeftOut> {
  const known = new Set(
    (await query(db, lockThings, [inputs.flatMap(concernedBy)])).map(({ id }) => id),
  );
  const added = new Map<string, string>();
  for (const { developer, things } of inputs) {
    for (const { id } of things) if (!known.has(id)) added.set(id, developer);
  }
  const leftOut = new Map<string, Problem>();
  if (added.size === 0) return leftOut;
  const rows = await query(db, lockThingCounts, [[...added.values()]]);
  const counts = new Map(rows.map(({ developer, used }) => [developer, Number(used)]));
  for (const [id, developer] of added) {
    const used = counts.get(developer)!;
    if (used < limit) counts.set(developer, used + 1);
    else leftOut.set(id, quotaExceeded('things', { limit, used }));
  }
  return leftOut;
}

const without = (leftOut: LeftOut, input: Input): Input =>
  leftOut.size === 0
    ? input
    : { ...input, things: input.things.filter(({ id }) => !leftOut.has(id)) };

function toOutput(
  { things, occurrences = [] }: Input,
  { leftOut, dropped }: { leftOut: LeftOut; dropped: ReadonlySet<string> },
) {
  const ids = things.map(({ id }) => id).filter((id) => leftOut.has(id));
  const ofInput = occurrences.map(({ id }) => id).filter((id) => dropped.has(id));
  return {
    ...(ids.length > 0 && { left_out: { things: ids, reason: leftOut.get(ids[0]!)!.message } }),
    ...(ofInput.length > 0 && { dropped: ofInput }),
  };
}

/** Stores what was found by calls of different clients. */
async function store(db: pg.PoolClient, inputs: readonly Input[]): Promise<void> {
  const found = await withStoredValues(
    db,
    inputs.flatMap(({ things, ...from }) => things.map((thing) => ({ thing, from }))),
  );
  if (found.length > 0) {
    await query(db, upsertRows, [
      found.map(({ thing }) => thing.id),
      found.map(({ from }) => from.developer),
      found.map(({ from }) => from.subject),
      found.map(({ from }) => from.client),
      found.map(({ from }) => from.polled ?? null),
      found.map(({ thing }) => (isUnknown(thing) ? 'no_values' : null)),
      ...stateColumns(found.map(({ thing }) => (isUnknown(thing) ? withdrawn(thing) : thing))),
    ]);
  }
  const missing = inputs.flatMap(({ vanished, unobserved = [], client, polled = null }) => [
    ...vanished.map((id) => ({ id, client, polled, reason: null })),
    ...unobserved.map(({ id, code: reason }) => ({ id, client, polled, reason })),
  ]);
  if (missing.length > 0) {
    await query(db, markMissing, [
      missing.map(({ id }) => id),
      missing.map(({ client }) => client),
      missing.map(({ polled }) => polled),
      missing.map(({ reason }) => reason),
    ]);
  }
}

/** A device that is announced and has told nothing yet may be there or not. */
const isUnknown = (thing: Found['thing']): boolean => thing.available && lacksValues(thing);

const withdrawn = (thing: Found['thing']) => Object.assign({}, thing, { available: false });

/** A thing with where it was found. */
interface Found {
  thing: Input['things'][number];
  from: Omit<Input, 'things'>;
}

/** Completes the states that leave out values which stay as they are. */
async function withStoredValues(db: pg.PoolClient, found: Found[]): Promise<Found[]> {
  const partial = found.filter(({ thing }) => thing.forgotten !== undefined);
  if (partial.length === 0) return found;
  const rows = await query(db, readStoredValues, [partial.map(({ thing }) => thing.id)]);
  const stored = new Map(rows.map(({ id, values }) => [id, values]));
  return found.map(({ thing, from }) => {
    const before = stored.get(thing.id);
    if (thing.forgotten === undefined || before === undefined) return { thing, from };
    const values = mergeValues(thing, JSON.parse(before) as Record<string, unknown>);
    return { thing: Object.assign({}, thing, { values }), from };
  });
}

/** The values of a thing that are known: those found, and of those stored what is not forgotten. */
function mergeValues(
  { values, properties, forgotten = [] }: Found['thing'],
  stored: Record<string, unknown>,
): Record<string, unknown> {
  const kept = Object.entries(stored).filter(
    ([name]) => Object.hasOwn(properties, name) && !forgotten.includes(name),
  );
  return Object.fromEntries([...kept, ...Object.entries(values)]);
}
