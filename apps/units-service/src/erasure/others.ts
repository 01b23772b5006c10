import type { ErasureStep } from '@trellis/database';

/** How many scenes, which may be large, and how many things one part looks at. */
const scenes = 50;
const things = 5_000;

/** Removes the states of the subject's things from the scenes of units that it does not own. */
export const eraseFromScenes: ErasureStep = {
  kind: 'scene_states',
  async erase(db, { developer, subject }, cursor) {
    const { rows } = await db.query<{ count: number; scanned: number; last: string }>(
      `WITH page AS MATERIALIZED (
        SELECT scene.key, (
          SELECT count(*)::int FROM json_array_elements("to_readable_json"(scene.states)) AS state
          WHERE state ->> 'subject' = $3
        ) AS own
        FROM scenes scene WHERE scene.developer = $1 AND scene.key > $2
        ORDER BY scene.key LIMIT ${scenes}
      ), changed AS (
        UPDATE scenes scene SET states = "from_readable_json"((
          SELECT coalesce(json_agg(state ORDER BY position), '[]')
          FROM json_array_elements("to_readable_json"(scene.states)) WITH ORDINALITY AS listed(state, position)
          WHERE state ->> 'subject' IS DISTINCT FROM $3))
        FROM page WHERE page.own > 0 AND scene.key = page.key
      )
      SELECT (SELECT coalesce(sum(own), 0)::int FROM page) AS count,
        (SELECT count(*)::int FROM page) AS scanned, (SELECT max(key)::text FROM page) AS last`,
      [developer, cursor ?? '0', subject],
    );
    const { count, scanned, last } = rows[0]!;
    return { count, next: scanned === scenes ? last : null };
  },
};

/** Removes the subject from the things of others that it has written, and what it has requested of them. */
export const eraseRequesters: ErasureStep = {
  kind: undefined,
  async erase(db, { developer, subject }, cursor) {
    const { rows } = await db.query<{ count: number; scanned: number; last: string }>(
      `WITH page AS MATERIALIZED (
        SELECT thing.key, coalesce(thing.written_by ->> 'subject' = $3, false) AS has_written,
          coalesce(strpos(thing.targets, '"subject":' || to_json($3::text)::text) > 0, false) AS has_requested
        FROM things thing WHERE thing.developer = $1 AND thing.key > $2
        ORDER BY thing.key LIMIT ${things}
      ), changed AS (
        UPDATE things thing SET
          written_by = CASE WHEN has_written THEN written_by - 'subject' ELSE written_by END,
          targets = CASE WHEN has_requested THEN NULL ELSE targets END,
          target_until = CASE WHEN has_requested THEN NULL ELSE target_until END
        FROM page WHERE thing.key = page.key AND (has_written OR has_requested)
        RETURNING 1
      )
      SELECT (SELECT count(*)::int FROM changed) AS count,
        (SELECT count(*)::int FROM page) AS scanned, (SELECT max(key)::text FROM page) AS last`,
      [developer, cursor ?? '0', subject],
    );
    const { count, scanned, last } = rows[0]!;
    return { count, next: scanned === things ? last : null };
  },
};
