import { deferred, type BatchedCall } from '@trellis/contracts';
import type pg from 'pg';
import { query, statement, type Statement } from './statement.js';

/*
 * The size of answers is limited inside PostgreSQL. A value may be as long as a body, and a thousand of them would
 * exhaust the memory of the service.
 */

/** Largest answer (bytes of JSON text), unless it is a single item. */
export const maxAnswerBytes = 1024 * 1024;

/** Largest total of the answers of a call batch (bytes), unless it is a single answer. */
const maxBatchBytes = 2 * 1024 * 1024;

/** Largest resource that is shown as a whole (bytes). */
export const maxResourceBytes = 8 * 1024 * 1024;

/** SQL condition: the rows up to this one, in `order`, fit a size. The first row always does. */
const fitsSql = (order: string, maxBytes: number): string => `
  (sum(bytes) OVER (ORDER BY ${order}) <= ${maxBytes}
    OR sum(bytes) OVER (ORDER BY ${order}) = bytes)`;

/**
 * Returns a query that adds the column `fits` to the items of an answer: whether the answer has room for them. `items` is
 * a query with the columns `key`, which orders them, and `bytes`. PostgreSQL does not read large values for that, since
 * references to them include `octet_length`.
 */
export const sizedItemsSql = (items: string): string => `
  SELECT item.*, ${fitsSql('key', maxAnswerBytes)} AS fits FROM (${items}) AS item`;

/** Returns a query that adds the size of each answer to the rows of `calls`; `items` selects the `bytes` of its items. */
export const sizedCallsSql = (calls: string, items: string): string => `
  SELECT call.*, size.bytes
  FROM ${calls}
  CROSS JOIN LATERAL (
    SELECT least(coalesce(sum(bytes), 0), ${maxAnswerBytes}) AS bytes FROM (${items}) AS item
  ) AS size`;

/** A row of {@link boundedBatchSql}. */
export interface BoundedRow {
  position: number;
  /** Position of the first call that is deferred to a later batch; null if none is. */
  deferredFrom: number | null;
}

/**
 * Returns a query for the calls of a batch whose answers fit: those before the first that does not. `calls` is a query
 * with the columns `position` and `bytes`, the size of the answer.
 */
export const boundedBatchSql = (calls: string): string => `
  SELECT * FROM (
    SELECT sized.*, (min(position) FILTER (WHERE NOT fits) OVER ())::int AS "deferredFrom"
    FROM (
      SELECT call.*, ${fitsSql('position', maxBatchBytes)} AS fits FROM (${calls}) AS call
    ) AS sized
  ) AS bounded
  WHERE fits`;

/** Replaces {@link boundedBatchSql} for a single call, whose answer always fits. */
const loneCallSql: typeof boundedBatchSql = (calls) => `
  SELECT call.*, NULL::int AS "deferredFrom" FROM (${calls}) AS call`;

/** A statement that answers as many calls of a batch as fit, in two forms. */
export interface BoundedStatement<Row> {
  ofBatch: Statement<Row>;
  /** For a single call, the usual case without load: the limit would be a fifth of PostgreSQL's work. */
  ofOne: Statement<Row>;
}

/** Declares both forms; `textOf` receives {@link boundedBatchSql} or its replacement for a single call. */
export const boundedStatement = <Row extends BoundedRow>(
  name: string,
  textOf: (bounded: typeof boundedBatchSql) => string,
): BoundedStatement<Row> => ({
  ofBatch: statement(name, textOf(boundedBatchSql)),
  ofOne: statement(`${name}.one`, textOf(loneCallSql)),
});

/** Runs the form for the number of calls; `values` contains their columns. */
export const queryBounded = <Row>(
  pool: pg.Pool,
  { ofBatch, ofOne }: BoundedStatement<Row>,
  calls: readonly unknown[],
  values: unknown[],
): Promise<Row[]> => query(pool, calls.length === 1 ? ofOne : ofBatch, values);

/**
 * Returns the outcomes of a batch from the rows of a {@link boundedBatchSql}. `answer` receives undefined for a call without
 * a row.
 */
export function boundedOutcomes<Input, Row extends BoundedRow, Outcome>(
  calls: readonly BatchedCall<Input>[],
  rows: readonly Row[],
  answer: (row: Row | undefined, input: Input) => Outcome,
): (Outcome | typeof deferred)[] {
  const deferredFrom = rows[0]?.deferredFrom ?? Infinity;
  const byPosition = new Map(rows.map((row) => [row.position, row]));
  return calls.map(({ input }, index) =>
    index + 1 < deferredFrom ? answer(byPosition.get(index + 1), input) : deferred,
  );
}
