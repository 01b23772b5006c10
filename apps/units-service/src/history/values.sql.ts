import { statement, type Statement } from '@trellis/database';
import { currentSql, gapsSql, nearSql, seriesSql, toMsSql } from './series-sql.js';

/** The thing, a gap in which nothing is known, a value that has ended, or the current value. */
export interface ValueRow {
  kind: 'thing' | 'gap' | 'ended' | 'current';
  /** Milliseconds since the epoch; null for the thing. `until` is infinite for what has not ended. */
  since: number | null;
  until: number | null;
  number: number | null;
  /** The JSON text of a value other than a number. */
  value: string | null;
}

const window = { from: '$5::timestamptz', to: '$6::timestamptz' };
const columns = (row: string) => `${toMsSql(`${row}.since`)}, ${toMsSql(`${row}.until`)}`;

function read(name: 'ascending' | 'descending', direction: 'ASC' | 'DESC') {
  const ended = nearSql('series', '$4', {
    ...window,
    order: `ORDER BY stored.second ${direction} LIMIT $7`,
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
 * Reads the first or last values of a property in a period with the gaps in which nothing is known, and the first value
 * that ends later: $1 id of the thing, $2 developer, $3 subject or null, $4 name, $5 start, $6 end, $7 the most ended
 * values, $8 the most gaps.
 */
export const readValuesIn: Record<'ascending' | 'descending', Statement<ValueRow>> = {
  ascending: read('ascending', 'ASC'),
  descending: read('descending', 'DESC'),
};
