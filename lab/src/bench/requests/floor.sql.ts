/** The statements of the floor, each prepared once per connection. */
const statement = (name: string, text: string) => ({ name, text });

const ids = (name: string, from: string) => `
  (SELECT coalesce(json_agg(other.id), '[]') FROM ${from} LIMIT 1000) AS ${name}`;

/** $1 id, $2 developer. */
export const readUnit = statement(
  'readUnit',
  `SELECT unit.id, unit.name, unit.type, unit.developer AS owner,
    (SELECT coalesce(json_agg(json_build_object('name', name, 'value', value::json)), '[]')
      FROM unit_properties WHERE unit_key = unit.key) AS properties,
    (SELECT coalesce(json_agg(subject), '[]')
      FROM unit_subjects WHERE unit_key = unit.key) AS subjects,
    ${ids('things', 'unit_things link JOIN things other ON other.key = link.thing_key WHERE link.unit_key = unit.key')},
    ${ids('children', 'unit_links link JOIN units other ON other.key = link.child_key WHERE link.parent_key = unit.key')},
    ${ids('parents', 'unit_links link JOIN units other ON other.key = link.parent_key WHERE link.child_key = unit.key')}
  FROM units unit WHERE unit.id = $1 AND unit.developer = $2`,
);

/** $1 developer, $2 limit. */
export const listUnits = statement(
  'listUnits',
  'SELECT id FROM units WHERE developer = $1 ORDER BY key LIMIT $2',
);

/** $1 id, $2 developer, $3 name. */
export const readProperty = statement(
  'readProperty',
  `SELECT property.name, property.value::json AS value
  FROM units unit JOIN unit_properties property ON property.unit_key = unit.key
  WHERE unit.id = $1 AND unit.developer = $2 AND property.name = $3`,
);

/** $1 id, $2 developer. */
export const readThing = statement(
  'readThing',
  `SELECT id, title, types, properties, actions, values
  FROM things WHERE id = $1 AND developer = $2`,
);

/** $1 id, $2 developer, $3 name, $4 type; $5 name and $6 value of its property. */
export const createUnit = statement(
  'createUnit',
  `WITH unit AS (
    INSERT INTO units (id, developer, name, type) VALUES ($1, $2, $3, $4) RETURNING key
  )
  INSERT INTO unit_properties (unit_key, name, value) SELECT key, $5, $6 FROM unit`,
);

/** $1 developer. Links of an account are made one after the other. */
export const lockAccount = statement(
  'lockAccount',
  'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
);

/** $1 developer, $2 id of the parent, $3 id of the child. Inserts nothing that would close a cycle. */
export const link = statement(
  'link',
  `INSERT INTO unit_links (parent_key, child_key)
  SELECT parent.key, child.key
  FROM units parent, units child
  WHERE parent.id = $2 AND parent.developer = $1 AND child.id = $3 AND child.developer = $1
    AND parent.key <> child.key
    AND NOT EXISTS (
      WITH RECURSIVE above(key) AS (
        SELECT parent_key FROM unit_links WHERE child_key = parent.key
        UNION
        SELECT link.parent_key FROM unit_links link JOIN above ON link.child_key = above.key
      )
      SELECT 1 FROM above WHERE above.key = child.key
    )`,
);
