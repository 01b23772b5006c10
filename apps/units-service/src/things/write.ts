import {
  deferred,
  type CallInSet,
  type Handler,
  type Received,
  type UnitsContract,
} from '@trellis/contracts';
import { boundedOutcomes, firstDeadline, inLockingTransaction, query } from '@trellis/database';
import type pg from 'pg';
import { entriesOf } from '../audit/record.js';
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
  const written = await inLockingTransaction(pool, {
    lock: (db) => lockAll(db, calls),
    run: (db, things) => writeAll(db, calls, things),
    deadline: firstDeadline(calls),
  });
  publishHints(
    publishThingsHint,
    calls
      .filter((_call, index) => written[index] === true)
      .map(({ input: { id, caller } }) => ({ ...caller, subject: caller.subject, things: [id] })),
  );
  return written.map((isWritten) => {
    if (isWritten === deferred) return deferred;
    return isWritten ? {} : noSuchThing();
  });
};

type Locked = Awaited<ReturnType<typeof lockAll>>;

/** Locks the things of calls; undefined where the caller sees none. */
async function lockAll(db: pg.PoolClient, calls: readonly Call[]) {
  const { ids, developers, subjects } = callColumns(calls);
  const rows = await query(db, lockValues, [ids, developers, subjects]);
  return boundedOutcomes(calls, rows, (row) => row);
}

/** Writes values and returns for each call whether its caller sees the thing, or that it is deferred. */
async function writeAll(
  db: pg.PoolClient,
  calls: readonly Call[],
  things: Locked,
): Promise<(boolean | typeof deferred)[]> {
  const current = new Map<string, object>();
  const changes = things.flatMap((thing, index) => {
    if (!thing || thing === deferred) return [];
    const before = current.get(thing.key) ?? (JSON.parse(thing.values) as object);
    const after = { ...before, ...calls[index]!.input.values };
    current.set(thing.key, after);
    return { key: thing.key, values: JSON.stringify(after), input: calls[index]!.input };
  });
  // Each change of a value is an event, also when the next call of the set changes it again.
  for (const round of toRounds(changes, ({ key }) => key)) {
    await query(db, storeValues, [
      round.map(({ key }) => key),
      round.map(({ values }) => values),
      entriesOf(round),
      round.map(({ input: { accepted = null } }) => accepted),
    ]);
  }
  return things.map((thing) => (thing === deferred ? deferred : thing !== undefined));
}
