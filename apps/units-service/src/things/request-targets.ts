import { deferred, type BatchedCall, type Caller, type Handler } from '@trellis/contracts';
import {
  boundedOutcomes,
  firstDeadline,
  inLockingTransaction,
  query,
  queryBounded,
} from '@trellis/database';
import type pg from 'pg';
import { callColumns } from '../batches/calls.js';
import { changeOf, publishHints, type PublishThingsHint } from './hints.js';
import { noSuchThing } from '../visibility/rules.js';
import { storeChanged, type ThingTargets } from './store-targets.js';
import {
  interactionsOf,
  parseTargets,
  request,
  withdraw,
  type Changed,
  type Known,
  type Targets,
} from './targets.js';
import { lockTargets, showTargets, type TargetsRow } from './targets.sql.js';

interface Needs {
  pool: pg.Pool;
  publishThingsHint: PublishThingsHint;
}

/** Stores targets of things, which their connectors are about to request. */
export const requestValues: Handler<'things.request', Needs> = (needs, calls) =>
  changeTargets(needs, calls, ({ input }, targets, known) => request(targets, input, known));

/** Withdraws targets, after their request has failed. */
export const withdrawTargets: Handler<'things.withdraw', Needs> = (needs, calls) =>
  changeTargets(needs, calls, ({ input }, targets, known) => withdraw(targets, input, known));

/** Lists the interactions of targets that are not confirmed. */
export const readTargetsOf: Handler<'things.targets', Pick<Needs, 'pool'>> = async (
  { pool },
  calls,
) => {
  const rows = await queryBounded(pool, showTargets, calls, callColumns(calls));
  return boundedOutcomes(calls, rows, (row) => {
    if (!row) return noSuchThing();
    return interactionsOf(parseTargets(row.targets));
  });
};

type Call = BatchedCall<{ caller: Caller; id: string }>;

async function changeTargets<One extends Call>(
  { pool, publishThingsHint }: Needs,
  calls: readonly One[],
  change: (call: One, targets: Targets, known: Known) => Changed,
) {
  const found = await inLockingTransaction(pool, {
    async lock(db) {
      const rows = await query(db, lockTargets, callColumns(calls));
      return boundedOutcomes(calls, rows, (row) => row);
    },
    async run(db, rows) {
      const changed = new Map<string, ThingTargets>();
      rows.forEach((row, index) => {
        if (!row || row === deferred) return;
        const { key } = row;
        const before = changed.get(key) ?? unchanged(row);
        const { targets, events, attributions } = change(
          calls[index]!,
          before.targets,
          toKnown(row),
        );
        changed.set(key, {
          key,
          targets,
          events: [...before.events, ...events],
          attributions: [...before.attributions, ...attributions],
          observed: null,
        });
      });
      const differing = [...changed.values()].filter(
        ({ events, attributions }) => events.length > 0 || attributions.length > 0,
      );
      await storeChanged(db, differing);
      return rows;
    },
    deadline: firstDeadline(calls),
  });
  const stored = calls.filter((_call, index) => found[index] && found[index] !== deferred);
  publishHints(
    publishThingsHint,
    stored.map(({ input }) => changeOf(input)),
  );
  return found.map((row) => (row === deferred ? deferred : row ? {} : noSuchThing()));
}

const unchanged = ({ targets }: TargetsRow): Changed => ({
  targets: parseTargets(targets),
  events: [],
  attributions: [],
});

/** Parses what decides about targets. */
export const toKnown = ({ properties, values, valueTimes, now }: TargetsRow): Known => ({
  properties: JSON.parse(properties) as Known['properties'],
  values: JSON.parse(values) as Known['values'],
  valueTimes,
  now: now.getTime(),
});
