import { statement, type Statement } from '@trellis/database';
import { currentSql, gapsSql, nearSql, seriesSql, toMsSql } from './series-sql.js';

/** The thing, a time of which nothing is known, a value that has ended, or the one that has not. */
export interface ValueRow {
  kind: 'thing' | 'gap' | 'ended' | 'current';
  /** Milliseconds since the epoch; null of the thing, and `until` is infinite of what has not ended. */
  since: number | null;
  until: number | null;
  number: number | null;
  /** JSON text of what is no number. */
  value: string | null;
}

const window = { from: '$5::timestamptz', to: '$6::timestamptz' };
const columns = (row: string) => `${toMsSql(`${row}.since`)}, ${toMsSql(`${row}.until`)}`;

function read(name: 'ascending' | 'descending', direction: 'ASC' | 'DESC') {
  const ended = nearSql('series', '$4', {
    ...window,
    order: `ORDER BY kept.second ${direction} LIMIT $7`,
  });
  return statement<ValueRow>(
    `history.values.${name}`,
    `WITH series AS MATERIALIZED (${seriesSql('$1::uuid', '$2::text', '$3::text', '$4::text')})
    SELECT 'thing' AS kind, null::float8 AS since, null::float8 AS until, null::float8 AS number,
      null::text AS value
    FROM series
    UNION ALL
    SELECT 'gap', ${columns('gap')}, null, null
    FROM series CROSS JOIN LATERAL (
      ${gapsSql('series', window.from, window.to)} ORDER BY gap.since ${direction} LIMIT $8
    ) AS gap
    UNION ALL
    SELECT 'ended', ${columns('ended')}, ended.number, ended.value
    FROM series CROSS JOIN LATERAL (${ended}) AS ended
    UNION ALL
    SELECT 'current', ${columns('latest')}, latest.number, latest.value
    FROM series CROSS JOIN LATERAL (${currentSql('series')}) AS latest`,
  );
}

/**
 * The values of a property with the times of which nothing is known, the first or the last of them, and the first value
 * that ends later: $1 id of the thing, $2 developer, $3 subject or null, $4 name, $5 from when, $6 to when, $7 the most
 * values that have ended, $8 the most times of which nothing is known.
 */
export const readValuesIn: Record<'ascending' | 'descending', Statement<ValueRow>> = {
  ascending: read('ascending', 'ASC'),
  descending: read('descending', 'DESC'),
};
