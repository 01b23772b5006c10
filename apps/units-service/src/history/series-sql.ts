import { visibleThingSql } from '../visibility/things.js';

/** How close together two values have to be that nothing but what was not kept lies between them (PostgreSQL). */
export const resolution = `interval '2 seconds'`;

/** An instant as milliseconds since the epoch. */
export const toMsSql = (instant: string): string =>
  `round(extract(epoch FROM ${instant}) * 1000)::float8`;

/** The longest JSON text of a value that is kept (bytes); the trigger on `things` has it as well. */
const maxValueBytes = 1_024;

const isReadableSql = (thing: string, name: string) => `
  ("to_readable_json"(${thing}.properties) -> ${name}) IS NOT NULL
  AND NOT coalesce(
    ("to_readable_json"(${thing}.properties) -> ${name} ->> 'writeOnly')::boolean, false)`;

/**
 * What the history of a property begins with: a row of the thing if the caller sees it and can read the property,
 * with the current value, as JSON text, and since when it is that. Each argument is an expression.
 */
export const seriesSql = (id: string, developer: string, subject: string, name: string): string => `
  SELECT thing.key, thing.id, thing.client_id, thing.available, thing.state_since,
    coalesce(to_timestamp((thing.value_times::json ->> ${name})::bigint / 1000.0), thing.modified)
      AS since,
    "from_readable_json"("to_readable_json"(thing."values") -> ${name}) AS value
  FROM things thing
  WHERE thing.id = ${id} AND thing.developer = ${developer}
    AND ${visibleThingSql('thing', subject)} AND ${isReadableSql('thing', name)}`;

/** The current value of a row of {@link seriesSql}, in the columns of {@link endedSql}. */
export const currentSql = (series: string): string => `
  SELECT ${series}.since, 'infinity'::timestamptz AS until,
    CASE WHEN json_typeof("to_readable_json"(${series}.value)) = 'number'
      THEN ${series}.value::float8 END AS number,
    CASE WHEN json_typeof("to_readable_json"(${series}.value)) <> 'number'
      THEN ${series}.value END AS value
  WHERE octet_length(${series}.value) <= ${maxValueBytes}`;

/** When a value that has ended was last the one of the thing; `kept` is a row of `thing_history`. */
const untilSql = (kept: string): string => `${kept}.second + ${kept}.ms * interval '1 ms'`;

/** Values that have ended, in the order of their ends. */
const endedSql = (series: string, name: string, condition: string): string => `
  SELECT kept.since, ${untilSql('kept')} AS until, kept.number, kept.value
  FROM thing_history kept
  WHERE kept.thing_key = ${series}.key AND kept.name = ${name} AND ${condition}`;

/** Values that may overlap a time: those that end in it, or just before, and the first that ends after it. */
export const nearSql = (
  series: string,
  name: string,
  { from, to, order = '' }: { from: string; to: string; order?: string },
): string => `
  (${endedSql(series, name, `kept.second >= ${from} - ${resolution} AND kept.second < ${to}`)} ${order})
  UNION ALL
  (${endedSql(series, name, `kept.second >= ${to}`)} ORDER BY kept.second LIMIT 1)`;

/**
 * When nothing was known of a thing, from an instant to another, and right before and after: it was not available, or
 * its client had an error.
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
