import { statement, type Statement } from '@trellis/database';
import { currentSql, gapsSql, nearSql, resolution, seriesSql, toMsSql } from './series-sql.js';

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

export interface IntervalRow {
  id: string;
  /** Milliseconds since the epoch. */
  start: number;
  end: number;
  coverage: number;
  count: number;
  min: number | null;
  max: number | null;
  mean: number | null;
  last_number: number | null;
  last_value: string | null;
  /** Values other than numbers, as JSON texts, with their shares of the known time. */
  shares: [string, number][] | null;
}

/** The maximum number of values with shares in an interval, and their maximum length (bytes). */
const maxShares = 20;
const maxShareBytes = 100;

/** The values that may overlap an interval. */
const valuesSql = `
  SELECT * FROM (${nearSql('series', '$4', { from: `part.since - ${resolution}`, to: 'part.until' })}) AS ended
  UNION ALL
  SELECT * FROM (${currentSql('series')}) AS latest`;

/** The same, each extended over a following time whose values were left out. */
const bridgedSql = `
  SELECT since, number, value,
    CASE WHEN lead(since) OVER (ORDER BY since) - until < ${resolution}
      THEN lead(since) OVER (ORDER BY since) ELSE until END AS until
  FROM (${valuesSql}) AS near`;

const microsecondsSql = (interval: string) => `(extract(epoch FROM ${interval}) * 1000000)::bigint`;

/**
 * The periods of values within an interval, and how long they last (microseconds, whole numbers so that their sum is
 * exact). Numbers whose products PostgreSQL would refuse are clamped.
 */
const piecesSql = `
  SELECT bridged.since, bridged.number, bridged.value, upper(known) AS known_until,
    CASE WHEN bridged.number IS NULL THEN NULL WHEN abs(bridged.number) < 1e-250 THEN 0
      ELSE greatest(least(bridged.number, 1e290), -1e290) END AS bounded,
    ${microsecondsSql('upper(known) - lower(known)')} AS duration
  FROM (${bridgedSql}) AS bridged
  CROSS JOIN LATERAL unnest(
    tstzmultirange(tstzrange(
      greatest(bridged.since, part.since),
      greatest(bridged.since, part.since, least(bridged.until, part.until))
    ))
    - (SELECT gaps FROM hole)
  ) AS known
  WHERE bridged.since < part.until AND bridged.until > part.since`;

/**
 * Summarizes intervals, in their order: $1 ids of things, $2 developer, $3 subject or null, $4 name, $5 edges of the
 * intervals, of which $6 is the first and $7 the last.
 */
export const readIntervalsOf = statement<IntervalRow>(
  'history.intervals',
  `WITH series AS MATERIALIZED (
    SELECT series.*, given.position, (
      SELECT range_agg(tstzrange(gap.since, gap.until))
      FROM (${gapsSql('series', '$6::timestamptz', '$7::timestamptz')}) AS gap
    ) AS gaps
    FROM unnest($1::uuid[]) WITH ORDINALITY AS given(id, position)
    CROSS JOIN LATERAL (${seriesSql('given.id', '$2::text', '$3::text', '$4::text')}) AS series
  )
  SELECT series.id, ${toMsSql('part.since')} AS start, ${toMsSql('part.until')} AS end,
    coalesce(found.known::float8 / ${microsecondsSql('part.until - part.since')}, 0) AS coverage,
    found.count, found.min, found.max, greatest(found.min, least(found.mean, found.max)) AS mean,
    found.last_number, found.last_value, found.shares
  FROM series
  CROSS JOIN LATERAL (
    SELECT edge AS since, lead(edge) OVER (ORDER BY edge) AS until
    FROM unnest($5::timestamptz[]) AS edge
  ) AS part
  CROSS JOIN LATERAL (
    WITH hole AS MATERIALIZED (
      SELECT coalesce(series.gaps, '{}') * tstzmultirange(tstzrange(part.since, part.until)) AS gaps
    ), piece AS MATERIALIZED (${piecesSql})
    SELECT sum(duration) AS known, min(number), max(number),
      count(DISTINCT since) FILTER (WHERE since >= part.since)::int AS count,
      sum(bounded * duration) / (sum(duration) FILTER (WHERE number IS NOT NULL))::float8 AS mean,
      (array_agg(number ORDER BY known_until DESC))[1] AS last_number,
      (array_agg(value ORDER BY known_until DESC))[1] AS last_value,
      (
        SELECT json_agg(
          json_build_array(had.value, had.duration::float8 / total.duration::float8)
          ORDER BY had.duration DESC
        )
        FROM (
          SELECT value, sum(duration) AS duration FROM piece
          WHERE octet_length(value) <= ${maxShareBytes}
          GROUP BY value ORDER BY sum(duration) DESC LIMIT ${maxShares}
        ) AS had
        CROSS JOIN (SELECT sum(duration) AS duration FROM piece) AS total
      ) AS shares
    FROM piece
  ) AS found
  WHERE part.until IS NOT NULL
  ORDER BY series.position, part.since`,
);
