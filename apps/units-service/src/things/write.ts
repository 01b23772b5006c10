import type { CallInSet, Handler, Received, UnitsContract } from '@trellis/contracts';
import { firstDeadline, inTransaction, query } from '@trellis/database';
import type pg from 'pg';
import { rowsInOrder } from '../sets/asked.js';
import { toRounds } from '../sets/rounds.js';
import { callColumns } from '../visibility/call-columns.js';
import { noSuchThing } from '../visibility/things.js';
import { publishHints, type PublishThingsHint } from './hints.js';
import { lockValues, storeValues } from './write.sql.js';

interface Needs {
  pool: pg.Pool;
  publishThingsHint: PublishThingsHint;
}

type Call = CallInSet<Received<UnitsContract, 'things.write'>>;

/** Stores new values of some properties of things; the other values stay. */
export const writeThing: Handler<'things.write', Needs> = async (
  { pool, publishThingsHint },
  calls,
) => {
  const written = await inTransaction(pool, (db) => writeAll(db, calls), firstDeadline(calls));
  publishHints(
    publishThingsHint,
    calls
      .filter((_call, index) => written[index])
      .map(({ input: { id, caller } }) => ({ ...caller, subject: caller.subject, things: [id] })),
  );
  return written.map((isWritten) => (isWritten ? {} : noSuchThing()));
};

/** Writes values and returns for each call whether its caller sees the thing. */
async function writeAll(db: pg.PoolClient, calls: readonly Call[]): Promise<boolean[]> {
  const { ids, developers, subjects } = callColumns(calls);
  const things = rowsInOrder(calls, await query(db, lockValues, [ids, developers, subjects]));
  const current = new Map<string, object>();
  const changes = things.flatMap((thing, index) => {
    if (!thing) return [];
    const before = current.get(thing.key) ?? (JSON.parse(thing.values) as object);
    const after = { ...before, ...calls[index]!.input.values };
    current.set(thing.key, after);
    return { key: thing.key, values: JSON.stringify(after) };
  });
  // Each change of a value is an event, also when the next call of the set changes it again.
  for (const round of toRounds(changes, ({ key }) => key)) {
    await query(db, storeValues, [round.map(({ key }) => key), round.map(({ values }) => values)]);
  }
  return things.map((thing) => thing !== undefined);
}
