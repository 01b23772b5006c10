import type pg from 'pg';

/** The number of rows of each table. */
const rowCount = 50_000;

const developerCount = 10;

/**
 * Fills tables: several developers with units in trees, each unit with a property, a thing and a
 * subject. Triggers and constraints are not evaluated, which would take most of the time. PostgreSQL has no
 * statistics of them until a test gathers them.
 */
export async function fillTables(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('SET session_replication_role = replica; SET statement_timeout = 0');
    await switchOffAutovacuum(client);
    for (const table of Object.keys(rows)) {
      await client.query(`INSERT INTO ${table} ${rows[table]!}`, [rowCount, developerCount]);
    }
  } finally {
    // Closes the connection, and its settings with it.
    client.release(true);
  }
}

/** Keeps PostgreSQL from gathering statistics at a moment of its own. */
async function switchOffAutovacuum(client: pg.ClientBase): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT oid::regclass AS name FROM pg_class
     WHERE relkind = 'r' AND relnamespace = current_schema::regnamespace`,
  );
  for (const { name } of tables) {
    await client.query(`ALTER TABLE ${name} SET (autovacuum_enabled = off)`);
  }
}

const numbers = 'generate_series(1, $1::bigint) AS number WHERE $2::bigint > 0';
const developer = `'developer-' || number % $2::bigint`;
const subject = `'subject-' || number % 1000`;
const id = 'md5(number::text)::uuid';
const attributes = `jsonb_build_object('customer_no', number::text)`;

/** The rows of each table, of $1 numbers and $2 developers. */
const rows: Record<string, string> = {
  units: `(key, id, developer, owner_subject, name, type)
    SELECT number, ${id}, ${developer}, ${subject}, 'name-' || number % 5000,
      'type-' || number % 50
    FROM ${numbers}`,
  unit_links: `(parent_key, child_key)
    SELECT number / (10 * $2::bigint) * $2::bigint + number % $2::bigint, number FROM ${numbers}
    AND number > 10 * $2::bigint`,
  unit_roots: `(developer, unit_key)
    SELECT ${developer}, number FROM ${numbers} AND number <= 10 * $2::bigint`,
  unit_subjects: `(unit_key, developer, subject)
    SELECT number, ${developer}, 'subject-' || (number + 10) % 1000 FROM ${numbers}`,
  unit_things: `(unit_key, thing_key) SELECT number, number FROM ${numbers}`,
  unit_properties: `(unit_key, name, value) SELECT number, 'size', '1' FROM ${numbers}`,
  scenes: `(id, developer, unit_key, name, states)
    SELECT ${id}, ${developer}, number, 'Evening', '[]' FROM ${numbers}`,
  subjects: `(developer, id, attributes)
    SELECT ${developer}, 'subject-' || number, ${attributes} FROM ${numbers}`,
  usage: `(developer, quota, used)
    SELECT 'developer-' || number, 'units', number FROM ${numbers}`,
  clients: `(id) SELECT ${id} FROM ${numbers}`,
  things: `(key, id, developer, subject, client_id, title, properties, actions, "values",
      available, modified, attributes)
    SELECT number, ${id}, ${developer}, ${subject}, ${id}, 'Thing', '{}', '{}', '{}', true, now(), ${attributes}
    FROM ${numbers}`,
  thing_types: `(thing_key, type, developer)
    SELECT number, 'type-' || number % 20, ${developer} FROM ${numbers}`,
  thing_identifiers: `(thing_key, identifier, developer)
    SELECT number, 'identifier-' || number, ${developer} FROM ${numbers}`,
  thing_aliases: `(id, developer, thing_key, key, moves_history)
    SELECT ${id}, ${developer}, number, number, false FROM ${numbers}`,
  requests: `(developer, scope, fingerprints, seed, attempt, leased_until)
    SELECT ${developer}, 'scope-' || number, '{body}', ${id}, ${id}, now() FROM ${numbers}`,
  model_imports: `(id, developer, type, base, preview, replace, ended)
    SELECT ${id}, ${developer}, 'text/turtle', '', false, false, now() FROM ${numbers}`,
  audit_entries: `(id, developer, actor_type, actor, operation, resource_type, resource_ids)
    SELECT ${id}, ${developer}, 'app', 'app', 'createUnit', 'unit', '{}' FROM ${numbers}`,
  occurrences: `(id) SELECT ${id} FROM ${numbers}`,
  changes: `(developer, subject, resource, kind, created)
    SELECT ${developer}, ${subject}, ${id},
      (ARRAY['thing_created', 'property_changed', 'unit_updated', 'thing_updated'])[number % 4 + 1],
      now() + (number % 3) * interval '1 day'
    FROM ${numbers}`,
  thing_history: `(thing_key, second, since, number, ms, name)
    SELECT number % 100, date_trunc('second', now()) - number * interval '1 second', now(), 1, 0, 'level'
    FROM ${numbers}`,
  client_outages: `(client_id, since, until)
    SELECT ${id}, now() - interval '1 hour', now() FROM ${numbers}`,
};
