import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openPool, openSchemaEngine } from '@trellis/database';
import { startLocalPostgres } from '@trellis/local-postgres';

const usage = `Usage: new-migration <app folder> <name>

Writes the migration from the committed schema.prisma of an app to the one in its folder, such as
  node --conditions=@trellis/source --import tsx tools/src/new-migration.ts apps/units-service types
`;

const schemaPath = 'prisma/schema.prisma';

/**
 * The SQL that leads from one Prisma schema to another. The start is a schema and not the migrations,
 * because the engine cannot describe an existing database through a driver adapter.
 */
async function diff(from: string, to: string): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'trellis-migration-'));
  // The engine wants a connection even for a comparison that never uses it.
  const postgres = await startLocalPostgres({ directory, password: 'empty', durable: false });
  const address = { url: postgres.url, schema: 'public' };
  const pool = openPool(address, { maxConnections: 2, statementTimeoutMs: 0 });
  try {
    const engine = await openSchemaEngine(pool, address.schema);
    const { stdout } = await engine.diff({
      from: datamodel(from),
      to: datamodel(to),
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    return stdout ?? '';
  } finally {
    await pool.end();
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

const datamodel = (content: string) => ({
  tag: 'schemaDatamodel' as const,
  files: [{ path: 'schema.prisma', content }],
});

const [app, name, ...rest] = process.argv.slice(2);
const isValid = app && name && rest.length === 0 && /^[a-z][a-z0-9_]*$/.test(name);
if (!isValid || !existsSync(resolve(app, schemaPath))) {
  process.stderr.write(usage);
  process.exit(2);
}

const committed = execFileSync('git', ['show', `HEAD:./${schemaPath}`], {
  cwd: app,
  encoding: 'utf8',
});
const sql = await diff(committed, readFileSync(resolve(app, schemaPath), 'utf8'));
// Prisma orders migrations by this prefix: year to second.
const timestamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
const folder = resolve(app, 'prisma/migrations', `${timestamp}_${name}`);
mkdirSync(folder);
writeFileSync(join(folder, 'migration.sql'), sql);
process.stdout.write(`${folder}\n`);
