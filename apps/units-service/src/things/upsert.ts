import {
  Problem,
  type CallInSet,
  type Handler,
  type Received,
  type UnitsContract,
} from '@trellis/contracts';
import { inTransaction, query } from '@trellis/database';
import type pg from 'pg';
import { toRounds } from '../sets/rounds.js';
import { publishHints, type PublishThingsHint } from './hints.js';
import { stateColumns } from './row.js';
import { ensureClients, lockClients, lockThings, markVanished, upsertRows } from './upsert.sql.js';

interface Needs {
  pool: pg.Pool;
  publishThingsHint: PublishThingsHint;
}

type Input = Received<UnitsContract, 'things.upsert'>;

/** Stores what connector clients found, except from those that have been removed. */
export const upsertThings: Handler<'things.upsert', Needs> = async (
  { pool, publishThingsHint },
  calls,
) => {
  const active = await inTransaction(pool, async (db) => {
    const clients = await lockActiveClients(db, calls);
    const accepted = calls.map(({ input }) => input).filter(({ client }) => clients.has(client));
    await query(db, lockThings, [accepted.flatMap(idsOf)]);
    for (const round of toRounds(accepted, ({ client }) => client)) await store(db, round);
    return clients;
  });
  publishHints(
    publishThingsHint,
    calls
      .filter(({ input }) => active.has(input.client))
      .map(({ input }) => ({ ...input, things: idsOf(input) })),
  );
  return calls.map(({ input }) => (active.has(input.client) ? {} : creatorRemoved()));
};

const idsOf = ({ things, vanished }: Input) => [...things.map(({ id }) => id), ...vanished];

const creatorRemoved = () =>
  new Problem('creator_removed', 'The client of these things has been removed.');

/** Keeps the clients from being removed until the transaction ends; returns those that are not. */
async function lockActiveClients(
  db: pg.PoolClient,
  calls: readonly CallInSet<Input>[],
): Promise<Set<string>> {
  const ids = calls.map(({ input }) => input.client);
  await query(db, ensureClients, [ids]);
  const rows = await query(db, lockClients, [ids]);
  return new Set(rows.filter(({ removed }) => !removed).map(({ id }) => id));
}

/** Stores what was found by calls of different clients. */
async function store(db: pg.PoolClient, inputs: readonly Input[]): Promise<void> {
  const found = inputs.flatMap(({ things, ...from }) => things.map((thing) => ({ thing, from })));
  if (found.length > 0) {
    await query(db, upsertRows, [
      found.map(({ thing }) => thing.id),
      found.map(({ from }) => from.developer),
      found.map(({ from }) => from.subject),
      found.map(({ from }) => from.client),
      ...stateColumns(found.map(({ thing }) => thing)),
    ]);
  }
  const vanished = inputs.flatMap(({ vanished, client }) => vanished.map((id) => ({ id, client })));
  if (vanished.length > 0) {
    const ids = vanished.map(({ id }) => id);
    await query(db, markVanished, [ids, vanished.map(({ client }) => client)]);
  }
}
