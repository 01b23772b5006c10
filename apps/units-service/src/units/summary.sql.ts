import type { UnitSummary } from '@trellis/contracts';
import { statement } from '@trellis/database';
import { levelsBelowSql } from '../graph/levels-below.js';
import { visibleThingSql, visibleUnitSql } from '../visibility/rules.js';

/** A summary; times as PostgreSQL writes them in JSON. */
export interface SummaryRow {
  summary: UnitSummary;
}

/** Returns a query for rows as a JSON array, the largest `count` first, at most $7. */
const largest = (query: string): string => `
  SELECT coalesce(json_agg(entry), '[]') FROM (${query} ORDER BY count DESC, 1 LIMIT $7) AS entry`;

const types = `
  SELECT unit.type, count(*) AS count FROM units unit
  WHERE unit.key = ANY ((SELECT units FROM reached)::bigint[]) AND unit.key <> $1
    AND ${visibleUnitSql('unit', '$2')}
  GROUP BY unit.type`;

/** The code of the warning of the client that is about a thing, if any. */
const troubleSql = `nullif(thing.unknown_reason, 'no_values')`;

/** Things, grouped by everything that is counted. There are few groups, because most things are of few models. */
const groups = `
  SELECT thing.client_id, thing.types, thing.properties, thing.available,
    thing.unknown_reason IS NOT NULL AS unknown, ${troubleSql} AS trouble,
    min(thing.state_since) AS "troubledSince", count(*) AS count
  FROM things thing
  WHERE thing.key = ANY ((SELECT things FROM contained)::bigint[]) AND ${visibleThingSql('thing', '$2')}
  GROUP BY 1, 2, 3, 4, 5, 6`;

/** Things by capability: a capability is a type, with a property where the type is ambiguous. */
const capabilities = `
  SELECT shown.capability, sum(model.count)::bigint AS count
  FROM (SELECT types, properties, sum(count) AS count FROM counted GROUP BY 1, 2) AS model
  CROSS JOIN LATERAL (
    SELECT DISTINCT type FROM json_array_elements_text(to_readable_json(model.types)) AS listed(type)
  ) AS listed
  JOIN unnest($4::text[], $5::text[], $6::text[]) AS shown(capability, type, property)
    ON shown.type = listed.type
    AND (shown.property IS NULL OR to_readable_json(model.properties) -> shown.property IS NOT NULL)
  GROUP BY shown.capability`;

/** Clients that fail or have warnings about these things, except paused ones. */
const clients = `
  SELECT client_id AS id,
    coalesce(min(error), min(trouble) FILTER (WHERE trouble = 'sweep_held'), min(trouble)) AS code,
    CASE WHEN min(error) IS NULL
      THEN coalesce(min("troubledSince") FILTER (WHERE trouble IS NOT NULL), min(since), now())
      ELSE min(since) END AS since,
    sum(count)::bigint AS things, sum(count) AS count
  FROM counted WHERE client_id IS NOT NULL AND error IS DISTINCT FROM 'paused'
  GROUP BY client_id HAVING min(error) IS NOT NULL OR min(trouble) IS NOT NULL`;

/** Current numbers, without write-only ones and those of things that are not available. */
const measured = `
  SELECT given.name, thing.client_id, thing.properties, count(*) AS count,
    min(number) AS minimum, max(number) AS maximum, sum(number) AS total
  FROM things thing
  CROSS JOIN unnest($3::text[]) AS given(name)
  CROSS JOIN LATERAL (SELECT to_readable_json(thing."values") -> given.name AS value OFFSET 0) AS found
  CROSS JOIN LATERAL (
    SELECT CASE WHEN json_typeof(found.value) = 'number' THEN (found.value #>> '{}')::numeric END
      AS number OFFSET 0
  ) AS measured
  WHERE thing.key = ANY ((SELECT things FROM contained)::bigint[]) AND ${visibleThingSql('thing', '$2')}
    AND thing.available AND thing.unknown_reason IS NULL AND number IS NOT NULL
  GROUP BY 1, 2, 3`;

const values = `
  SELECT model.name AS property, described.unit, sum(model.count)::bigint AS count,
    min(model.minimum)::float8 AS minimum, max(model.maximum)::float8 AS maximum,
    (sum(model.total) / sum(model.count))::float8 AS mean
  FROM (${measured}) AS model
  LEFT JOIN clients maker ON maker.id = model.client_id
  CROSS JOIN LATERAL (
    SELECT to_readable_json(model.properties) -> model.name AS property OFFSET 0
  ) AS affordance
  CROSS JOIN LATERAL (
    SELECT affordance.property ->> 'unit' AS unit,
      coalesce((affordance.property ->> 'writeOnly')::boolean, false) AS "writeOnly" OFFSET 0
  ) AS described
  WHERE maker.error IS NULL AND NOT described."writeOnly"
  GROUP BY 1, 2`;

/**
 * Summarizes what is below a unit: $1 its key, $2 subject or null, $3 names of properties, $4 to $6 capabilities with their
 * types and properties or nulls, $7 the most entries of a list.
 */
export const summarize = statement<SummaryRow>(
  'units.summary',
  `${levelsBelowSql}, reached AS MATERIALIZED (
    SELECT array_agg(unit) AS units FROM level CROSS JOIN LATERAL unnest(level.units) AS below(unit)
  ), contained AS MATERIALIZED (
    SELECT ARRAY(
      SELECT thing_key FROM unit_things WHERE unit_key = ANY ((SELECT units FROM reached)::bigint[])
    ) AS things
  ), typed AS MATERIALIZED (${types}), counted AS MATERIALIZED (
    SELECT grouped.*, maker.error, maker.status_since AS since
    FROM (${groups}) AS grouped LEFT JOIN clients maker ON maker.id = grouped.client_id
  )
  SELECT json_build_object(
    'units', json_build_object(
      'count', (SELECT coalesce(sum(count), 0) FROM typed),
      'types', (${largest('SELECT type, count FROM typed')})
    ),
    'things', (
      SELECT json_build_object(
        'count', coalesce(sum(count), 0),
        'unavailable', coalesce(sum(count) FILTER (
          WHERE NOT available AND NOT unknown AND error IS NULL), 0),
        'unknown', coalesce(sum(count) FILTER (WHERE unknown OR error IS NOT NULL), 0),
        'capabilities', (${largest(capabilities)})
      ) FROM counted
    ),
    'clients', (${largest(clients)}),
    'values', (${largest(values)})
  ) AS summary`,
);
