import { deferred, type CallInSet } from '@trellis/contracts';
import type pg from 'pg';
import { query, statement, type Statement } from './statement.js';

/**
 * Answers are bounded before PostgreSQL hands them over. A value may be as long as a body, so that a
 * thousand of them would exhaust the memory of the service.
 */

/** The most that an answer holds (bytes of JSON text), unless it is a single item. */
export const maxAnswerBytes = 4 * 1024 * 1024;

/** The most that the answers of a set hold together, unless it is a single answer. */
const maxSetBytes = 8 * 1024 * 1024;

/** The most that a resource may take that is shown as a whole. */
export const maxResourceBytes = 8 * 1024 * 1024;

/** Whether what comes first in `order`, up to a row, is within a size; the first row always is. */
const fitsSql = (order: string, maxBytes: number): string => `
  (sum(bytes) OVER (ORDER BY ${order}) <= ${maxBytes}
    OR sum(bytes) OVER (ORDER BY ${order}) = bytes)`;

/**
 * The items of one answer, with the column `fits`: whether the answer has room for them. `items` is a
 * query with the columns `key`, which orders them, and `bytes`. The values of large items are not read
 * for that: `octet_length` is part of the reference to them.
 */
export const sizedItemsSql = (items: string): string => `
  SELECT item.*, ${fitsSql('key', maxAnswerBytes)} AS fits FROM (${items}) AS item`;

/** A row of {@link boundedSetSql}. */
export interface BoundedRow {
  position: number;
  /** The position of the first call that is left to a later set; null when none is. */
  deferredFrom: number | null;
}

/**
 * The calls of a set whose answers it has room for: those before the first that it has none for. `calls`
 * is a query with the columns `position` and `bytes`, the size of the answer.
 */
export const boundedSetSql = (calls: string): string => `
  SELECT * FROM (
    SELECT sized.*, (min(position) FILTER (WHERE NOT fits) OVER ())::int AS "deferredFrom"
    FROM (
      SELECT call.*, ${fitsSql('position', maxSetBytes)} AS fits FROM (${calls}) AS call
    ) AS sized
  ) AS bounded
  WHERE fits`;

/** In place of {@link boundedSetSql} for a single call: there is room for its answer, whatever its size. */
const loneCallSql: typeof boundedSetSql = (calls) => `
  SELECT call.*, NULL::int AS "deferredFrom" FROM (${calls}) AS call`;

/** A statement that answers the calls of a set as far as it has room, in two forms. */
export interface BoundedStatement<Row> {
  ofSet: Statement<Row>;
  /** For a set of one, which most are at rest: the bound is a fifth of what PostgreSQL does for a call. */
  ofOne: Statement<Row>;
}

/** Declares both forms; `textOf` is given {@link boundedSetSql}, or what takes its place for a single call. */
export const boundedStatement = <Row extends BoundedRow>(
  name: string,
  textOf: (bounded: typeof boundedSetSql) => string,
): BoundedStatement<Row> => ({
  ofSet: statement(name, textOf(boundedSetSql)),
  ofOne: statement(`${name}.one`, textOf(loneCallSql)),
});

/** Runs the form for these calls; `values` has their columns. */
export const queryBounded = <Row>(
  pool: pg.Pool,
  { ofSet, ofOne }: BoundedStatement<Row>,
  calls: readonly unknown[],
  values: unknown[],
): Promise<Row[]> => query(pool, calls.length === 1 ? ofOne : ofSet, values);

/**
 * The outcomes of a set that a {@link boundedSetSql} has answered as far as it has room; `answer` is given
 * undefined where the statement returned no row for a call.
 */
export function boundedOutcomes<Input, Row extends BoundedRow, Outcome>(
  calls: readonly CallInSet<Input>[],
  rows: readonly Row[],
  answer: (row: Row | undefined, input: Input) => Outcome,
): (Outcome | typeof deferred)[] {
  const deferredFrom = rows[0]?.deferredFrom ?? Infinity;
  const byPosition = new Map(rows.map((row) => [row.position, row]));
  return calls.map(({ input }, index) =>
    index + 1 < deferredFrom ? answer(byPosition.get(index + 1), input) : deferred,
  );
}
