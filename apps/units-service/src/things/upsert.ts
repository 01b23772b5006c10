import { Problem, type Handler, type Received, type UnitsContract } from '@trellis/contracts';
import { firstDeadline, inTransaction, query } from '@trellis/database';
import type pg from 'pg';
import { toRounds } from '../sets/rounds.js';
import { publishHints, type PublishThingsHint } from './hints.js';
import { stateColumns } from './row.js';
import {
  ensureClients,
  lockClients,
  lockThings,
  markVanished,
  storePolled,
  upsertRows,
} from './upsert.sql.js';

interface Needs {
  pool: pg.Pool;
  publishThingsHint: PublishThingsHint;
}

type Input = Received<UnitsContract, 'things.upsert'>;

/**
 * Stores what connector clients found, except from those that have been removed, and except what an
 * earlier poll found than the one that is stored.
 */
export const upsertThings: Handler<'things.upsert', Needs> = async (
  { pool, publishThingsHint },
  calls,
) => {
  const inputs = calls.map(({ input }) => input);
  const refusals = await inTransaction(
    pool,
    async (db) => {
      const refusals = refuse(inputs, await lockStoredClients(db, inputs));
      const accepted = inputs.filter((_input, index) => !refusals[index]);
      await storeLatestPolls(db, accepted);
      await query(db, lockThings, [accepted.flatMap(idsOf)]);
      for (const round of toRounds(accepted, ({ client }) => client)) await store(db, round);
      return refusals;
    },
    firstDeadline(calls),
  );
  publishHints(
    publishThingsHint,
    inputs
      .filter((_input, index) => !refusals[index])
      .map((input) => ({ ...input, things: idsOf(input) })),
  );
  return refusals.map((refusal) => refusal ?? {});
};

const idsOf = ({ things, vanished }: Input) => [...things.map(({ id }) => id), ...vanished];

type StoredClients = Map<string, { removed: boolean; polled: Date | null }>;

async function lockStoredClients(
  db: pg.PoolClient,
  inputs: readonly Input[],
): Promise<StoredClients> {
  const ids = inputs.map(({ client }) => client);
  await query(db, ensureClients, [ids]);
  const rows = await query(db, lockClients, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The problem of each input that is not to be stored. */
function refuse(inputs: readonly Input[], clients: StoredClients): (Problem | undefined)[] {
  const latest = new Map([...clients].map(([id, { polled }]) => [id, polled?.getTime()]));
  return inputs.map(({ client, polled }) => {
    if (clients.get(client)!.removed) {
      return new Problem('creator_removed', 'The client of these things has been removed.');
    }
    if (polled === undefined) return undefined;
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

async function storeLatestPolls(db: pg.PoolClient, accepted: readonly Input[]): Promise<void> {
  const latest = new Map(
    accepted.flatMap(({ client, polled }) => (polled ? [[client, polled]] : [])),
  );
  if (latest.size > 0) await query(db, storePolled, [[...latest.keys()], [...latest.values()]]);
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
