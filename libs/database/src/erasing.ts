import type pg from 'pg';
import { listPartitions } from './partitions.js';

/** The subject that is erased. */
export interface Erased {
  /** Of the erasure. */
  id: string;
  developer: string;
  /** Empty if the whole account is erased. */
  subject: string;
}

/** The subject of a step, in a pass. */
interface Erasing extends Erased {
  /** The number of the pass, from 1 on. */
  pass: number;
}

/** The outcome of a part of a step. */
interface Part {
  /** How many rows it has erased. */
  count: number;
  /** Where the step continues; null when it has ended. */
  next: string | null;
}

/** A kind of rows to erase. Each part is bounded, can be repeated, and runs in a transaction. */
export interface ErasureStep {
  /** The kind, as the receipt counts it; undefined for rows that are not counted. */
  kind: string | undefined;
  erase(db: pg.PoolClient, erased: Erasing, cursor: string | null): Promise<Part>;
}

/**
 * Returns a step that runs a statement as long as it erases rows. $1 erasure, $2 developer, $3 subject, $4 the most rows;
 * `erased` is a common table expression of what it erases.
 */
export const erasing = (kind: string | undefined, erased: string, most = 1_000): ErasureStep => ({
  kind,
  async erase(db, { id, developer, subject }) {
    const { rows } = await db.query<{ count: number }>(
      `WITH given AS (SELECT $1::uuid AS erasure, $2::text AS developer, $3::text AS subject, $4::int AS most),
        ${erased} SELECT count(*)::int AS count FROM erased`,
      [id, developer, subject, most],
    );
    const { count } = rows[0]!;
    return { count, next: count >= most ? '' : null };
  },
});

/** Returns the condition that a row belongs to the subject or, if the whole account is erased, to that; parameters as for `erasing`. */
export const ofErased = (column: string): string =>
  `developer = $2 AND ($3 = '' OR ${column} = $3)`;

/** Returns a step that deletes the rows of a table that meet a condition; parameters as for `erasing`. */
export const deleting = (
  kind: string | undefined,
  table: string,
  condition = ofErased('subject'),
): ErasureStep =>
  erasing(
    kind,
    `erased AS (
      DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${table} WHERE ${condition} LIMIT $4))
      RETURNING 1
    )`,
  );

/** Returns a step that runs in later passes only: during the first one, its rows have a use. */
export const afterFirstPass = ({ kind, erase }: ErasureStep): ErasureStep => ({
  kind,
  erase: async (db, erased, cursor) =>
    erased.pass === 1 ? { count: 0, next: null } : erase(db, erased, cursor),
});

/** How many rows of a partition one part deletes. */
const partitionRows = 10_000;

/** Returns a step that deletes all rows of the account from a table that is partitioned by day. */
export const deletingFromPartitions = (kind: string, table: string): ErasureStep => ({
  kind,
  async erase(db, { developer }) {
    const days = await listPartitions(db, table);
    let count = 0;
    let isFull = false;
    for (const partition of [`${table}_default`, ...days.keys()]) {
      const { rowCount } = await db.query(
        `DELETE FROM ${partition} WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM ${partition} WHERE developer = $1 LIMIT ${partitionRows}))`,
        [developer],
      );
      count += rowCount ?? 0;
      isFull ||= rowCount === partitionRows;
    }
    return { count, next: isFull ? '' : null };
  },
});

/** How far a pass over all steps got. */
export interface Pass {
  done: boolean;
  /** How many rows it has erased so far. */
  found: number;
}

interface Row {
  subject: string | null;
  pass: number;
  step: number;
  cursor: string | null;
  found: string;
}

/**
 * Runs a part of a step of a pass, and stores in the same transaction how far that got: whenever the process is killed, the
 * next one goes on from there. Returns undefined for an unknown erasure.
 */
export async function eraseSome(
  db: pg.PoolClient,
  stepsOf: (subject: string) => readonly ErasureStep[],
  { id, developer, pass }: Omit<Erased, 'subject'> & { pass: number },
): Promise<Pass | undefined> {
  const { rows } = await db.query<Row>(
    `SELECT subject, pass, step, cursor, found FROM erasures
    WHERE id = $1 AND developer = $2 FOR UPDATE`,
    [id, developer],
  );
  const [row] = rows;
  if (!row) return undefined;
  if (row.subject === null) return { done: true, found: 0 };
  const isNew = row.pass < pass;
  const at = isNew ? 0 : row.step;
  const before = isNew ? 0 : Number(row.found);
  const steps = stepsOf(row.subject);
  const step = steps[at];
  if (!step) return { done: true, found: before };
  const cursor = isNew ? null : row.cursor;
  const erasing = { id, developer, subject: row.subject, pass };
  const { count, next } = await step.erase(db, erasing, cursor);
  const found = before + count;
  const reached = next === null ? at + 1 : at;
  await db.query(
    `UPDATE erasures SET pass = $2, step = $3, cursor = $4, found = $5, erased = CASE
      WHEN $6::text IS NULL OR $7::bigint = 0 THEN erased
      ELSE jsonb_set(erased, ARRAY[$6], to_jsonb(coalesce((erased ->> $6)::bigint, 0) + $7::bigint)) END
    WHERE id = $1`,
    [id, pass, reached, next, found, step.kind ?? null, count],
  );
  return { done: reached === steps.length, found };
}
