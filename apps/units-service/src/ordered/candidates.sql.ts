import { statement, type Statement } from '@trellis/database';
import { hasAttributesSql } from '../database/attributes.js';
import { levelsBelowSql } from '../graph/levels-below.js';

interface Row {
  key: string;
}

/**
 * Declares a statement for the keys of all rows that can match a filter. `$1` is the key of a unit or a developer, in some
 * cases with `$3`; `$2` is the most keys.
 */
const candidates = (name: string, text: string): Statement<Row> =>
  statement<Row>(`ordered.candidate-${name}`, `${text} LIMIT $2`);

const unitsBelow = `
  WITH RECURSIVE below(unit) AS (
    SELECT child_key FROM unit_links WHERE parent_key = $1
    UNION
    SELECT link.child_key FROM below CROSS JOIN LATERAL (
      SELECT child_key FROM unit_links WHERE parent_key = below.unit OFFSET 0
    ) AS link
  )`;

export const candidateUnits = {
  in: candidates('units-in', 'SELECT child_key AS key FROM unit_links WHERE parent_key = $1'),
  below: candidates('units-below', `${unitsBelow} SELECT unit AS key FROM below`),
  subject: candidates(
    'units-of-subject',
    `SELECT key FROM (
      SELECT key FROM units WHERE developer = $1 AND owner_subject = $3
      UNION ALL
      SELECT unit_key FROM unit_subjects WHERE developer = $1 AND subject = $3
    ) AS seen`,
  ),
  roots: candidates('units-roots', 'SELECT unit_key AS key FROM unit_roots WHERE developer = $1'),
  type: candidates('units-of-type', 'SELECT key FROM units WHERE developer = $1 AND type = $3'),
};

export const candidateThings = {
  in: candidates('things-in', 'SELECT thing_key AS key FROM unit_things WHERE unit_key = $1'),
  below: candidates(
    'things-below',
    `${levelsBelowSql}
    SELECT holding.thing_key AS key FROM level CROSS JOIN LATERAL (
      SELECT thing_key FROM unit_things WHERE unit_key = ANY (level.units) OFFSET 0
    ) AS holding`,
  ),
  subject: candidates(
    'things-of-subject',
    'SELECT key FROM things WHERE developer = $1 AND subject = $3',
  ),
  client: candidates(
    'things-of-client',
    'SELECT key FROM things WHERE developer = $1 AND client_id = $3::uuid',
  ),
  identifier: candidates(
    'things-by-identifier',
    `SELECT thing_key AS key FROM thing_identifiers
    WHERE developer = $1 AND identifier = identifier_key($3)`,
  ),
  attributes: candidates(
    'things-by-attributes',
    `SELECT key FROM things WHERE ${hasAttributesSql('things', '$1', '$3')}`,
  ),
  type: candidates(
    'things-of-type',
    'SELECT thing_key AS key FROM thing_types WHERE developer = $1 AND type = $3',
  ),
};

/** Selects the units or things that are directly in a unit: $1 keys, $2 the unit. */
export const keysIn = {
  units: statement<Row>(
    'ordered.units-in',
    'SELECT child_key AS key FROM unit_links WHERE parent_key = $2 AND child_key = ANY ($1::bigint[])',
  ),
  things: statement<Row>(
    'ordered.things-in',
    'SELECT thing_key AS key FROM unit_things WHERE unit_key = $2 AND thing_key = ANY ($1::bigint[])',
  ),
};

/** Declares a statement for the units or things that are anywhere below a unit, found by walking upwards. */
const below = (name: string, start: string, from: string): Statement<Row> =>
  statement<Row>(
    `ordered.${name}-below`,
    `WITH RECURSIVE above(key, unit) AS (
      ${start}
      UNION
      SELECT above.key, link.parent_key FROM above CROSS JOIN LATERAL (
        SELECT parent_key FROM unit_links WHERE child_key = above.unit OFFSET 0
      ) AS link
    )
    SELECT DISTINCT key FROM above WHERE unit = $2 ${from}`,
  );

/** Selects the units or things below a unit: $1 keys, $2 the unit. A unit is not below itself; the things in it are. */
export const keysBelow = {
  units: below('units', 'SELECT key, key FROM unnest($1::bigint[]) AS given(key)', 'AND key <> $2'),
  things: below(
    'things',
    'SELECT thing_key, unit_key FROM unit_things WHERE thing_key = ANY ($1::bigint[])',
    '',
  ),
};
