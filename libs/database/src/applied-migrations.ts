import { readdirSync } from 'node:fs';
import type { CheckResult } from '@trellis/contracts';
import type pg from 'pg';

/** Returns the names of the migrations of a folder, in order. */
export const migrationNames = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

/** Checks that all migrations of a folder have been applied to a schema; if not, the result has a remedy. */
export async function checkMigrations(
  client: pg.Client,
  schema: string,
  folder: string,
): Promise<CheckResult> {
  const what = `migrations of the schema ${schema}`;
  const remedy = 'Run the program `migrate` of this version.';
  const table = `${client.escapeIdentifier(schema)}._prisma_migrations`;
  const { rows: tables } = await client.query<{ known: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS known',
    [table],
  );
  if (!tables[0]!.known) return { what, found: 'None has been applied.', remedy };
  const { rows } = await client.query<{ migration_name: string; finished: boolean }>(`
    SELECT migration_name, finished_at IS NOT NULL AS finished FROM ${table}
    WHERE rolled_back_at IS NULL`);
  const broken = rows.filter(({ finished }) => !finished).map((row) => row.migration_name);
  if (broken.length > 0) return { what, found: `${broken.join(', ')} has not ended.`, remedy };
  const expected = migrationNames(folder);
  const applied = new Set(rows.map((row) => row.migration_name));
  const missing = expected.filter((name) => !applied.has(name));
  if (missing.length > 0) return { what, found: `Missing: ${missing.join(', ')}.`, remedy };
  return { what, found: `All ${expected.length} have been applied.` };
}
