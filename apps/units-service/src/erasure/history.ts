import { listPartitions, type ErasureStep } from '@trellis/database';

/** How many things, and how many values of a day, one part looks at. */
const things = 100;
const values = 10_000;

/** Deletes the history of the things that the erasure has deleted. */
export const eraseHistory: ErasureStep = {
  kind: 'history_values',
  async erase(db, { id }, cursor) {
    const { rows } = await db.query<{ id: string; key: string }>(
      `SELECT id, key FROM erased_resources
      WHERE erasure = $1 AND kind = 'thing' AND id > coalesce($2::uuid, '00000000-0000-0000-0000-000000000000')
      ORDER BY id LIMIT ${things}`,
      [id, cursor],
    );
    if (rows.length === 0) return { count: 0, next: null };
    const keys = rows.map(({ key }) => key);
    const days = await listPartitions(db, 'thing_history');
    let count = 0;
    let isFull = false;
    for (const partition of ['thing_history_default', ...days.keys()]) {
      const { rowCount } = await db.query(
        `DELETE FROM ${partition} WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM ${partition} WHERE thing_key = ANY($1::bigint[]) LIMIT ${values}))`,
        [keys],
      );
      count += rowCount ?? 0;
      isFull ||= rowCount === values;
    }
    if (isFull) return { count, next: cursor ?? '00000000-0000-0000-0000-000000000000' };
    return { count, next: rows.length === things ? rows.at(-1)!.id : null };
  },
};
