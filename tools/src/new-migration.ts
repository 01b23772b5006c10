import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { listMigrations, openPool, openSchemaEngine } from '@trellis/database';

/**
 * Writes the migration that leads from the migrations of an app to its `schema.prisma`:
 * `new-migration <app folder> <name> <address of any empty database>`.
 */
const [app, name, url] = process.argv.slice(2) as [string, string, string];
const folder = resolve(app, 'prisma/migrations');
const schema = readFileSync(resolve(app, 'prisma/schema.prisma'), 'utf8');
const migrations = listMigrations(folder);
const filters = { externalTables: [], externalEnums: [] };

const address = { url, schema: 'public' };
const pool = openPool(address, { connections: 2, statementTimeout: 0 });
const engine = await openSchemaEngine(pool, address.schema);
const { stdout } = await engine.diff({
  from:
    migrations.migrationDirectories.length === 0
      ? { tag: 'empty' }
      : { tag: 'migrations', ...migrations },
  to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] },
  script: true,
  exitCode: null,
  filters,
});
const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
const target = join(folder, `${stamp}_${name}`);
mkdirSync(target);
writeFileSync(join(target, 'migration.sql'), stdout ?? '');
process.stdout.write(`${target}\n`);
process.exit(0);
