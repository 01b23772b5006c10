import {
  deferred,
  staleVersion,
  versionOf,
  type BatchedCall,
  type Handler,
  type Received,
  type UnitsContract,
} from '@trellis/contracts';
import {
  boundedOutcomes,
  columnsOf,
  firstDeadline,
  inLockingTransaction,
  query,
} from '@trellis/database';
import type pg from 'pg';
import { entriesOf } from '../audit/record.js';
import { callColumns, toRounds } from '../batches/calls.js';
import { noSuchThing } from '../visibility/rules.js';
import { changeOf, publishHints, type PublishThingsHint } from './hints.js';
import { lockValues, storeValues } from './write.sql.js';

interface Needs {
  pool: pg.Pool;
  publishThingsHint: PublishThingsHint;
}

type Call = BatchedCall<Received<UnitsContract, 'things.write'>>;

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
  const changed = calls.filter((_call, index) => written[index] === 'written');
  publishHints(
    publishThingsHint,
    changed.map(({ input }) => changeOf(input)),
  );
  return written.map((outcome) => {
    if (outcome === deferred) return deferred;
    return outcome === 'written' ? {} : refusals[outcome]();
  });
};

const refusals = { unknown: noSuchThing, stale: staleVersion };

type Outcome = 'written' | keyof typeof refusals;

type Locked = Awaited<ReturnType<typeof lockAll>>;

/** Locks the things of calls; undefined for a call whose caller does not see the thing. */
async function lockAll(db: pg.PoolClient, calls: readonly Call[]) {
  const rows = await query(db, lockValues, callColumns(calls));
  return boundedOutcomes(calls, rows, (row) => row);
}

type Values = Record<string, unknown>;

/** Writes values and returns the outcome of each call. */
async function writeAll(
  db: pg.PoolClient,
  calls: readonly Call[],
  things: Locked,
): Promise<(Outcome | typeof deferred)[]> {
  const current = new Map<string, Values>();
  const outcomes: (Outcome | typeof deferred)[] = [];
  const changes = things.flatMap((thing, index) => {
    if (!thing || thing === deferred) {
      outcomes.push(thing ?? 'unknown');
      return [];
    }
    const { input } = calls[index]!;
    const before = current.get(thing.key) ?? (JSON.parse(thing.values) as Values);
    const isExpected = hasExpected(before, input);
    outcomes.push(isExpected ? 'written' : 'stale');
    if (!isExpected) return [];
    const after = { ...before, ...input.values };
    current.set(thing.key, after);
    return { key: thing.key, values: JSON.stringify(after), input };
  });
  // Each change of a value is an event, even if the next call of the batch changes it again.
  for (const round of toRounds(changes, ({ key }) => key)) {
    const [keys, values] = columnsOf(round, 'key', 'values');
    const requesters = round.map(({ input: { requester } }) =>
      requester ? JSON.stringify(requester) : null,
    );
    await query(db, storeValues, [keys, values, entriesOf(round), requesters]);
  }
  return outcomes;
}

/** Returns whether values have an expected version, or the values of the call, which may be delivered again. */
function hasExpected(before: Values, { values, expected }: Call['input']): boolean {
  if (!expected) return true;
  return Object.entries(values).every(([name, value]) => {
    if (!Object.hasOwn(before, name)) return false;
    const version = versionOf(before[name]);
    return expected.includes(version) || version === versionOf(value);
  });
}
