import { maxAnswerBytes, statement } from '@trellis/database';
import { isNamedSql, visibleThingSql } from '../../visibility/rules.js';

export interface ComparedRow {
  position: number;
  name: string;
  type: string;
  properties: { name: string; digest: string; value?: unknown }[];
}

/** The size of a property in an answer without its value (bytes), beside its name. */
const frameBytes = 64;

/**
 * Reads units with the digests of their properties, as far as an answer has room; the first one is always included.
 * $1 units, $2 names of the properties whose values are included.
 */
export const comparedUnits = statement<ComparedRow>(
  'import.compare-units',
  `SELECT sized.position::int AS position, unit.name, unit.type, (
    SELECT coalesce(json_agg(CASE WHEN property.name = ANY($2::text[])
      THEN json_build_object('name', property.name, 'digest', md5(property.value),
        'value', property.value::json)
      ELSE json_build_object('name', property.name, 'digest', md5(property.value))
      END ORDER BY property.key), '[]')
    FROM unit_properties property WHERE property.unit_key = unit.key
  ) AS properties
  FROM (
    SELECT given.position, given.unit, sum(size.bytes) OVER (ORDER BY given.position) AS bytes
    FROM unnest($1::bigint[]) WITH ORDINALITY AS given(unit, position)
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(${frameBytes} + octet_length(property.name) +
        CASE WHEN property.name = ANY($2::text[]) THEN octet_length(property.value) ELSE 0 END), 0)
        AS bytes
      FROM unit_properties property WHERE property.unit_key = given.unit
    ) AS size
  ) AS sized
  JOIN units unit ON unit.key = sized.unit
  WHERE sized.bytes <= ${maxAnswerBytes} OR sized.position = 1
  ORDER BY sized.position`,
);

/** Finds existing links. $1 parents or nulls, $2 children or nulls. */
export const presentLinks = statement<{ position: number }>(
  'import.present-links',
  `SELECT given.position::int AS position
  FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS given(parent, child, position)
  JOIN unit_links link ON link.parent_key = given.parent AND link.child_key = given.child`,
);

/**
 * Finds the things that a caller sees, and whether they are in units. $1 units or nulls, $2 ids of things,
 * $3 developer, $4 subject or null.
 */
export const presentThings = statement<{ position: number; present: boolean }>(
  'import.present-things',
  `SELECT given.position::int AS position, EXISTS (
    SELECT 1 FROM unit_things member
    WHERE member.unit_key = given.unit AND member.thing_key = thing.key
  ) AS present
  FROM unnest($1::bigint[], $2::uuid[]) WITH ORDINALITY AS given(unit, id, position)
  JOIN things thing ON ${isNamedSql('thing', 'given.id', '$3')} AND thing.developer = $3
    AND ${visibleThingSql('thing', '$4')}`,
);
