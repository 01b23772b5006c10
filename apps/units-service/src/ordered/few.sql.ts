import { statement, type Statement } from '@trellis/database';
import { levelsBelowSql } from '../graph/levels-below.js';

interface Row {
  key: string;
}

/**
 * Keys of rows among which all that may be meant are, by what may lead to few of them; `$2` is how many are read at
 * most, and `$1` what leads to them: the key of a unit, or a developer, for some with `$3`.
 */
const few = (name: string, text: string): Statement<Row> =>
  statement<Row>(`ordered.few-${name}`, `${text} LIMIT $2`);

const unitsBelow = `
  WITH RECURSIVE below(unit) AS (
    SELECT child_key FROM unit_links WHERE parent_key = $1
    UNION
    SELECT link.child_key FROM below CROSS JOIN LATERAL (
      SELECT child_key FROM unit_links WHERE parent_key = below.unit OFFSET 0
    ) AS link
  )`;

export const fewUnits = {
  in: few('units-in', 'SELECT child_key AS key FROM unit_links WHERE parent_key = $1'),
  below: few('units-below', `${unitsBelow} SELECT unit AS key FROM below`),
  subject: few(
    'units-of-subject',
    `SELECT key FROM (
      SELECT key FROM units WHERE developer = $1 AND owner_subject = $3
      UNION ALL
      SELECT unit_key FROM unit_subjects WHERE developer = $1 AND subject = $3
    ) AS seen`,
  ),
  roots: few('units-roots', 'SELECT unit_key AS key FROM unit_roots WHERE developer = $1'),
  type: few('units-of-type', 'SELECT key FROM units WHERE developer = $1 AND type = $3'),
};

export const fewThings = {
  in: few('things-in', 'SELECT thing_key AS key FROM unit_things WHERE unit_key = $1'),
  below: few(
    'things-below',
    `${levelsBelowSql}
    SELECT holding.thing_key AS key FROM level CROSS JOIN LATERAL (
      SELECT thing_key FROM unit_things WHERE unit_key = ANY (level.units) OFFSET 0
    ) AS holding`,
  ),
  subject: few('things-of-subject', 'SELECT key FROM things WHERE developer = $1 AND subject = $3'),
  client: few(
    'things-of-client',
    'SELECT key FROM things WHERE developer = $1 AND client_id = $3::uuid',
  ),
  type: few(
    'things-of-type',
    'SELECT thing_key AS key FROM thing_types WHERE developer = $1 AND type = $3',
  ),
};

/** Those of some units or things that are directly in a unit: $1 keys, $2 the unit. */
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

/** Those of some units or things that are anywhere below a unit, for which the walk is upwards. */
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

/** $1 keys, $2 the unit. A unit is not below itself; the things in it are. */
export const keysBelow = {
  units: below('units', 'SELECT key, key FROM unnest($1::bigint[]) AS asked(key)', 'AND key <> $2'),
  things: below(
    'things',
    'SELECT thing_key, unit_key FROM unit_things WHERE thing_key = ANY ($1::bigint[])',
    '',
  ),
};
