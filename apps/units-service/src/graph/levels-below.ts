/**
 * The units below one as the table `level` in SQL: a row for each distance, with the keys of the units that so many
 * links lead to; the first is the unit itself, $1. A unit may be in several levels, and twice in one. PostgreSQL
 * looks all units of a level up together, which is several times faster than one by one.
 */
export const levelsBelowSql = `
  WITH RECURSIVE level(units) AS (
    SELECT ARRAY[$1::bigint]
    UNION ALL
    SELECT ARRAY(SELECT child_key FROM unit_links WHERE parent_key = ANY (level.units))
    FROM level WHERE cardinality(level.units) > 0
  )`;
