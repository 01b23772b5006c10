import { Problem, wholeAccount, type ErasedCounts, type Handler } from '@trellis/contracts';
import { eraseSome, inTransaction, type Pass } from '@trellis/database';
import type pg from 'pg';
import type { PublishThingsHint } from '../things/hints.js';
import { stepsOf } from './steps.js';

interface Needs {
  pool: pg.Pool;
}

/** How long one call erases (ms), which leaves time for the part under way. */
const budgetMs = 3_000;

/** How long the counts of an erasure are stored after its end (days). */
const retentionDays = 90;

/**
 * Deletes the subject from its account, which refuses everything new for it (or for all of its subjects) from then on, and marks its clients as removed,
 * so that nothing more is taken from their polls.
 */
export const beginErasure: Handler<'subjects.begin_erasure', Needs> = async (
  { pool },
  { id, developer, subject, clients },
) => {
  await inTransaction(pool, async (db) => {
    const { rowCount: deleted } = await db.query(
      'DELETE FROM subjects WHERE developer = $1 AND id = $2',
      [developer, subject],
    );
    const { rowCount: known } = await db.query('SELECT FROM erasures WHERE id = $1', [id]);
    if (!deleted && !known && subject !== wholeAccount) throw noSuchSubject();
    await db.query(
      `INSERT INTO erasures (id, developer, subject) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      [id, developer, subject],
    );
    await db.query(
      `INSERT INTO clients (id, removed) SELECT id, now() FROM unnest($1::uuid[]) AS id ORDER BY id
      ON CONFLICT (id) DO UPDATE SET removed = now()`,
      [clients],
    );
    await db.query(
      `INSERT INTO erased_resources (erasure, id, kind)
      SELECT $1, id, 'client' FROM unnest($2::uuid[]) AS id ON CONFLICT DO NOTHING`,
      [id, clients],
    );
  });
  return {};
};

/** Erases for a few seconds. Where it got is stored with what it has erased, so that it can be killed at any time. */
export const eraseSubject: Handler<
  'subjects.erase',
  Needs & { publishThingsHint: PublishThingsHint }
> = async ({ pool, publishThingsHint }, { id, developer, pass }) => {
  const endsAt = Date.now() + budgetMs;
  let reached: Pass | undefined;
  do {
    reached = await inTransaction(pool, (db) => eraseSome(db, stepsOf, { id, developer, pass }));
    if (!reached) throw noSuchErasure();
  } while (!reached.done && Date.now() < endsAt);
  if (reached.found > 0) publishThingsHint(developer, {});
  return reached;
};

export const listErasedResources: Handler<'subjects.erased_resources', Needs> = async (
  { pool },
  { id, developer, after, limit },
) => {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT resource.id FROM erased_resources resource
    JOIN erasures erasure ON erasure.id = resource.erasure
    WHERE erasure.id = $1 AND erasure.developer = $2 AND resource.kind <> 'client'
      AND resource.id > coalesce($3::uuid, '00000000-0000-0000-0000-000000000000')
    ORDER BY resource.id LIMIT $4`,
    [id, developer, after ?? null, limit],
  );
  const ids = rows.map((row) => row.id);
  return { ids, ...(ids.length === limit && { next: ids.at(-1)! }) };
};

export const endErasure: Handler<'subjects.end_erasure', Needs> = async (
  { pool },
  { id, developer },
) =>
  inTransaction(pool, async (db) => {
    const { rows } = await db.query<{ erased: ErasedCounts }>(
      `UPDATE erasures SET subject = NULL, cursor = NULL, ended = coalesce(ended, now())
      WHERE id = $1 AND developer = $2 RETURNING erased`,
      [id, developer],
    );
    if (!rows[0]) throw noSuchErasure();
    await db.query('DELETE FROM erased_resources WHERE erasure = $1', [id]);
    return { erased: rows[0].erased };
  });

export async function purgeErasures(pool: pg.Pool, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 24 * 60 * 60_000);
  await pool.query('DELETE FROM erasures WHERE ended < $1', [before]);
}

const noSuchSubject = () => new Problem('not_found', 'There is no such subject.');
const noSuchErasure = () => new Problem('not_found', 'There is no such erasure.');
