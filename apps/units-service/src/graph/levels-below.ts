/**
 * The units below a unit as the table `level` in SQL: one row for each distance, with the keys of the units at that
 * distance, beginning with the unit itself, $1. A unit may be in several levels, and twice in one. PostgreSQL looks up all
 * units of a level together, which is several times faster than one by one.
 */
export const levelsBelowSql = `
  WITH RECURSIVE level(units) AS (
    SELECT ARRAY[$1::bigint]
    UNION ALL
    SELECT ARRAY(SELECT child_key FROM unit_links WHERE parent_key = ANY (level.units))
    FROM level WHERE cardinality(level.units) > 0
  )`;
