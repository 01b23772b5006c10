import { shownSinceSql } from '@trellis/database';
import { visibleThingSql } from '../visibility/rules.js';

/** The distance of two values up to which only omitted values can lie between them (PostgreSQL). */
export const resolution = `interval '2 seconds'`;

export const toMsSql = (instant: string): string =>
  `round(extract(epoch FROM ${instant}) * 1000)::float8`;

/** The maximum length of the JSON text of a stored value (bytes); the trigger on `things` has the same. */
const maxValueBytes = 1_024;

const isReadableSql = (thing: string, name: string) => `
  ("to_readable_json"(${thing}.properties) -> ${name}) IS NOT NULL
  AND NOT coalesce(
    ("to_readable_json"(${thing}.properties) -> ${name} ->> 'writeOnly')::boolean, false)`;

/**
 * Returns a query for the thing of a series, if the caller sees it and can read the property, with the current value as
 * JSON text and since when it has been current. Each argument is an SQL expression.
 */
export const seriesSql = (id: string, developer: string, subject: string, name: string): string => `
  SELECT thing.key, thing.id, thing.client_id, thing.available, thing.state_since,
    ${shownSinceSql(developer)} AS shown_since,
    coalesce(to_timestamp((thing.value_times::json ->> ${name})::bigint / 1000.0), thing.modified)
      AS since,
    "from_readable_json"("to_readable_json"(thing."values") -> ${name}) AS value
  FROM things thing
  WHERE thing.id = ${id} AND thing.developer = ${developer}
    AND ${visibleThingSql('thing', subject)} AND ${isReadableSql('thing', name)}`;

/** Returns a query for the current value of a row of {@link seriesSql}, in the columns of {@link endedSql}. */
export const currentSql = (series: string): string => `
  SELECT ${series}.since, 'infinity'::timestamptz AS until,
    CASE WHEN json_typeof("to_readable_json"(${series}.value)) = 'number'
      THEN ${series}.value::float8 END AS number,
    CASE WHEN json_typeof("to_readable_json"(${series}.value)) <> 'number'
      THEN ${series}.value END AS value
  WHERE octet_length(${series}.value) <= ${maxValueBytes}`;

/** Returns when a value ended; `stored` is a row of `thing_history`. */
const untilSql = (stored: string): string => `${stored}.second + ${stored}.ms * interval '1 ms'`;

const endedSql = (series: string, name: string, condition: string): string => `
  SELECT stored.since, ${untilSql('stored')} AS until, stored.number, stored.value
  FROM thing_history stored
  WHERE stored.thing_key = ${series}.key AND stored.name = ${name}
    AND stored.second >= ${series}.shown_since AND ${condition}`;

/** Returns a query for values that may overlap a period: those that end in it or just before, and the first that ends after it. */
export const nearSql = (
  series: string,
  name: string,
  { from, to, order = '' }: { from: string; to: string; order?: string },
): string => `
  (${endedSql(series, name, `stored.second >= ${from} - ${resolution} AND stored.second < ${to}`)} ${order})
  UNION ALL
  (${endedSql(series, name, `stored.second >= ${to}`)} ORDER BY stored.second LIMIT 1)`;

/**
 * Returns a query for the gaps in a period in which nothing was known of a thing: it was not available, or its client had
 * an error.
 */
export const gapsSql = (series: string, from: string, to: string): string => `
  SELECT gap.since, gap.until FROM (
    SELECT away.since, away.until FROM (${nearSql(series, `''`, { from, to })}) AS away
    UNION ALL
    SELECT outage.since, outage.until FROM client_outages outage
    WHERE outage.client_id = ${series}.client_id AND outage.until >= ${from}
    UNION ALL
    SELECT ${series}.state_since, 'infinity' WHERE NOT ${series}.available
    UNION ALL
    SELECT maker.status_since, 'infinity' FROM clients maker
    WHERE maker.id = ${series}.client_id AND maker.error IS NOT NULL
  ) AS gap
  WHERE gap.since < gap.until AND gap.since <= ${to} AND gap.until >= ${from}`;
