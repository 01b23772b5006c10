import {
  lacksValues,
  Problem,
  quotaExceeded,
  type Attributes,
  type ClientState,
  type Handler,
  type QuotaLimits,
  type Received,
  type UnitsContract,
} from '@trellis/contracts';
import { columnsOf, firstDeadline, inTransaction, query } from '@trellis/database';
import type pg from 'pg';
import { storeOccurrences } from './occurrences.js';
import { lockThingCounts } from '../quotas/lock.sql.js';
import { toRounds } from '../batches/calls.js';
import { publishHints, type PublishThingsHint } from './hints.js';
import { storeAnswering } from './last-seen.sql.js';
import { stateColumns } from './row.js';
import { settleTargets } from './settle-targets.js';
import { readTargets } from './targets.sql.js';
import {
  ensureClients,
  findAliased,
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
 * Stores the results of connector clients. Refuses those of removed clients, and those of a poll that began before the
 * stored one. New things beyond the quota of their developer are left out.
 */
export const upsertThings: Handler<'things.upsert', Needs> = async (
  { pool, quotas, publishThingsHint },
  calls,
) => {
  const inputs = calls.map(({ input }) => input);
  const { refusals, ...stored } = await inTransaction(
    pool,
    async (db) => {
      const clients = await lockStoredClients(db, inputs);
      const refusals = refuse(inputs, clients);
      const accepted = inputs.filter((_input, index) => !refusals[index]);
      await storeLatestPolls(db, accepted, clients);
      await storeAnsweringClients(db, accepted, clients);
      await storeStatusChanges(db, accepted);
      const known = await query(db, lockThings, [
        accepted.flatMap(thingsOf),
        accepted.flatMap(occurringThings),
      ]);
      const leftOut = await findLeftOut(db, accepted, { known, limit: quotas.things });
      inputs.forEach(({ things }, index) => {
        refusals[index] ??= things
          .map(({ id }) => leftOut.get(id))
          .find((problem) => problem?.code === 'superseded');
      });
      const withTargets = new Set(known.filter((one) => one.hasTargets).map(({ id }) => id));
      const stored = inputs
        .filter((_input, index) => !refusals[index])
        .map((input) => without(leftOut, input));
      const dropped = new Set<string>();
      const awaited = new Set<string>();
      for (const round of toRounds(stored, ({ client }) => client)) {
        for (const id of await store(db, round, withTargets)) awaited.add(id);
        for (const id of await storeOccurrences(db, round)) dropped.add(id);
      }
      return { refusals, leftOut, dropped, awaited, attributes: attributesOf(known) };
    },
    firstDeadline(calls),
  );
  publishHints(
    publishThingsHint,
    inputs
      .filter((_input, index) => !refusals[index])
      .map((input) => ({ ...input, things: thingsOf(without(stored.leftOut, input)) })),
  );
  return inputs.map((input, index) => refusals[index] ?? toOutput(input, stored));
};

/** Returns the things of a result: found, missing, or with an occurrence. */
const thingsOf = (input: Input) => [...new Set([...idsOf(input), ...occurringThings(input)])];

const occurringThings = ({ occurrences = [] }: Input) => occurrences.map(({ thing }) => thing);

const attributesOf = (rows: readonly { id: string; attributes: Attributes | null }[]) =>
  new Map(rows.flatMap(({ id, attributes }) => (attributes ? [[id, attributes]] : [])));

const idsOf = ({ things, vanished, unobserved = [] }: Input) => [
  ...things.map(({ id }) => id),
  ...vanished,
  ...unobserved.map(({ id }) => id),
];

type StoredClients = Map<string, { removed: boolean; polled: Date | null; answers: boolean }>;

async function lockStoredClients(
  db: pg.PoolClient,
  inputs: readonly Input[],
): Promise<StoredClients> {
  const began = new Map<string, string | undefined>();
  for (const { client, polled, reported } of inputs) {
    if (!began.has(client)) began.set(client, reported ? undefined : polled);
  }
  const ids = [...began.keys()];
  await query(db, ensureClients, [ids, [...began.values()]]);
  const rows = await query(db, lockClients, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the problem of each refused result. */
function refuse(inputs: readonly Input[], clients: StoredClients): (Problem | undefined)[] {
  const latest = new Map([...clients].map(([id, { polled }]) => [id, polled?.getTime()]));
  return inputs.map(({ client, polled, reported }) => {
    if (clients.get(client)!.removed) {
      return new Problem('creator_removed', 'The client of these things has been removed.');
    }
    if (polled === undefined || reported) return undefined;
    const began = Date.parse(polled);
    if (isEarlier(began, latest.get(client))) {
      return superseded();
    }
    latest.set(client, began);
    return undefined;
  });
}

const superseded = () =>
  new Problem('superseded', 'The result of a later poll of the client has been stored.');

/** The longest time that a call is in transit (ms); an even earlier poll began after the clock was set back. */
const maxTransitMs = 10 * 60_000;

const isEarlier = (began: number, latest: number | undefined): boolean =>
  latest !== undefined && began < latest && latest - began < maxTransitMs;

async function storeLatestPolls(
  db: pg.PoolClient,
  accepted: readonly Input[],
  stored: StoredClients,
): Promise<void> {
  const latest = new Map<string, string>();
  for (const { client, polled, reported } of accepted) {
    if (polled && !reported) latest.set(client, polled);
  }
  // A row that was just added has it already.
  for (const [client, polled] of latest) {
    if (stored.get(client)!.polled?.getTime() === Date.parse(polled)) latest.delete(client);
  }
  if (latest.size > 0) await query(db, storePolled, [[...latest.keys()], [...latest.values()]]);
}

/** Remembers, once, that the devices of clients answer polls themselves. */
async function storeAnsweringClients(
  db: pg.PoolClient,
  accepted: readonly Input[],
  stored: StoredClients,
): Promise<void> {
  const isNew = ({ client, answers }: Input) => answers && !stored.get(client)!.answers;
  const clients = new Set(accepted.filter(isNew).map(({ client }) => client));
  if (clients.size > 0) await query(db, storeAnswering, [[...clients].sort()]);
}

/** Stores new statuses. Keeps only the latest of each client. */
async function storeStatusChanges(db: pg.PoolClient, accepted: readonly Input[]): Promise<void> {
  const latest = new Map(
    accepted.flatMap(({ client, developer, subject, status }) =>
      status ? [[client, { client, developer, subject, ...status }] as const] : [],
    ),
  );
  if (latest.size === 0) return;
  const rows = [...latest.values()];
  const [clients, developers, subjects, since] = columnsOf(
    rows,
    'client',
    'developer',
    'subject',
    'since',
  );
  await query(db, storeStatuses, [
    clients,
    developers,
    subjects,
    rows.map(({ error, paused }) => (paused ? 'paused' : error)),
    since,
    rows.map((row) => row.attributes && JSON.stringify(row.attributes)),
    rows.map((row) => pausedState(row)),
  ]);
}

/** Returns the state of a paused client as JSON. */
function pausedState({ error, paused }: NonNullable<Input['status']>): string | undefined {
  if (!paused) return undefined;
  const { status, ...pause } = paused;
  const state: ClientState = { status, error: error ?? undefined, paused: pause };
  return JSON.stringify(state);
}

/** The problems of things that are left out, by their ids. */
type LeftOut = ReadonlyMap<string, Problem>;

/**
 * Finds the new things that cannot be stored: they exceed the `limit` of their developers, or are `superseded`. Without
 * new things, the count of things is not locked.
 */
async function findLeftOut(
  db: pg.PoolClient,
  inputs: readonly Input[],
  { known: things, limit }: { known: { id: string }[]; limit: number },
): Promise<LeftOut> {
  const known = new Set(things.map(({ id }) => id));
  const added = new Map<string, Pick<Input, 'developer' | 'polled'>>();
  for (const { developer, polled, things } of inputs) {
    for (const { id } of things) if (!known.has(id)) added.set(id, { developer, polled });
  }
  const leftOut = new Map<string, Problem>();
  if (added.size === 0) return leftOut;
  const polls = [...added.values()];
  const [developers, times] = columnsOf(polls, 'developer', 'polled');
  for (const { id, isLater } of await query(db, findAliased, [
    [...added.keys()],
    developers,
    times,
  ])) {
    if (!isLater) continue;
    leftOut.set(id, superseded());
    added.delete(id);
  }
  const rows = await query(db, lockThingCounts, [developers]);
  const counts = new Map(rows.map(({ developer, used }) => [developer, Number(used)]));
  for (const [id, { developer }] of added) {
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
  {
    leftOut,
    dropped,
    awaited,
    attributes,
  }: {
    leftOut: LeftOut;
    dropped: ReadonlySet<string>;
    awaited: ReadonlySet<string>;
    attributes: ReadonlyMap<string, Attributes>;
  },
) {
  const ids = things.map(({ id }) => id).filter((id) => leftOut.has(id));
  const pending = things.map(({ id }) => id).filter((id) => awaited.has(id));
  const ofInput = occurrences.map(({ id }) => id).filter((id) => dropped.has(id));
  const attributed = occurrences.flatMap(({ thing }) => {
    const given = attributes.get(thing);
    return given ? [[thing, given] as const] : [];
  });
  return {
    ...(attributed.length > 0 && { attributes: Object.fromEntries(attributed) }),
    ...(ids.length > 0 && { left_out: { things: ids, reason: leftOut.get(ids[0]!)!.message } }),
    ...(ofInput.length > 0 && { dropped: ofInput }),
    ...(pending.length > 0 && { awaited: pending }),
  };
}

/** Stores results; returns the ids of the things with a pending target. */
async function store(
  db: pg.PoolClient,
  inputs: readonly Input[],
  withTargets: ReadonlySet<string>,
): Promise<string[]> {
  const reported = inputs.flatMap(({ things, ...from }) =>
    things.map((thing) => ({ thing, from })),
  );
  const found = await withStoredValues(db, reported);
  let pending: string[] = [];
  if (found.length > 0) {
    const ids = found.map(({ thing }) => thing.id).filter((id) => withTargets.has(id));
    const targets = ids.length > 0 ? await query(db, readTargets, [ids]) : [];
    const sources = found.map(({ from }) => from);
    await query(db, upsertRows, [
      found.map(({ thing }) => thing.id),
      ...columnsOf(sources, 'developer', 'subject', 'client', 'polled'),
      found.map(({ thing }) => (isUnknown(thing) ? 'no_values' : null)),
      ...stateColumns(found.map(({ thing }) => (isUnknown(thing) ? withdrawn(thing) : thing))),
    ]);
    pending = await settleTargets(
      db,
      targets,
      reported.map(({ thing, from }) => ({
        ...thing,
        client: from.client,
        observed: from.polled ?? null,
      })),
    );
  }
  const missing = inputs.flatMap(({ vanished, unobserved = [], client, polled = null }) => [
    ...vanished.map((id) => ({ id, client, polled, reason: null })),
    ...unobserved.map(({ id, code: reason }) => ({ id, client, polled, reason })),
  ]);
  if (missing.length > 0) {
    await query(db, markMissing, columnsOf(missing, 'id', 'client', 'polled', 'reason'));
  }
  return pending;
}

/** Returns whether a device was only announced: it may be present or not. */
const isUnknown = (thing: Found['thing']): boolean => thing.available && lacksValues(thing);

const withdrawn = (thing: Found['thing']) => Object.assign({}, thing, { available: false });

/** A found thing, with the result that it is part of. */
interface Found {
  thing: Input['things'][number];
  from: Omit<Input, 'things'>;
}

/** Adds stored values to the states that leave out unchanged ones. */
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

/** Merges found values with the stored ones that are not to be deleted. */
function mergeValues(
  { values, properties, forgotten = [] }: Found['thing'],
  stored: Record<string, unknown>,
): Record<string, unknown> {
  const retained = Object.entries(stored).filter(
    ([name]) => Object.hasOwn(properties, name) && !forgotten.includes(name),
  );
  return Object.fromEntries([...retained, ...Object.entries(values)]);
}
