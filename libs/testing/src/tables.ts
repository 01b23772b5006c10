import type pg from 'pg';

/**
 * Returns the tables with the column `developer` of which statements delete nothing, neither directly nor by a cascade of
 * foreign keys.
 */
export async function tablesLeftBy(
  pool: Pick<pg.Pool, 'query'>,
  statements: readonly string[],
): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT owned.relname AS name FROM pg_class owned JOIN pg_attribute named ON named.attrelid = owned.oid
    WHERE owned.relnamespace = current_schema()::regnamespace AND owned.relkind IN ('r', 'p')
      AND NOT owned.relispartition AND named.attname = 'developer' ORDER BY 1`,
  );
  const { rows: cascades } = await pool.query<{ from: string; to: string }>(
    `SELECT confrelid::regclass::text AS "from", conrelid::regclass::text AS "to" FROM pg_constraint
    WHERE contype = 'f' AND confdeltype = 'c' AND connamespace = current_schema()::regnamespace`,
  );
  const text = statements.join('\n');
  const deleted = new Set(
    [...text.matchAll(/(?:DELETE FROM|UPDATE) (\w+?)(?:_default)?\b/g)].map(([, name]) => name!),
  );
  // A set is iterated over what is added meanwhile, too.
  for (const name of deleted) {
    for (const { from, to } of cascades) if (from === name) deleted.add(to);
  }
  return tables.map(({ name }) => name).filter((name) => !deleted.has(name));
}

/** Runs statements on a connection; returns their texts. */
export async function recordStatements(
  pool: Pick<pg.Pool, 'connect'>,
  run: (db: pg.PoolClient) => Promise<void>,
): Promise<string[]> {
  const statements: string[] = [];
  const db = await pool.connect();
  const query = db.query.bind(db);
  db.query = ((text: string, ...others: [unknown[]]) => {
    statements.push(text);
    return query(text, ...others);
  }) as typeof db.query;
  try {
    await run(db);
  } finally {
    db.query = query;
    db.release();
  }
  return statements;
}
