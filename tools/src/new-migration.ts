import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openPool, openSchemaEngine } from '@trellis/database';

/**
 * Writes the migration that leads from the `schema.prisma` of an app as it was last committed to what
 * it is now: `new-migration <app folder> <name> <address of any empty database>`. The engine could
 * take the migrations as the beginning, but it cannot describe a database through the driver adapter.
 */
const [app, name, url] = process.argv.slice(2) as [string, string, string];
const folder = resolve(app, 'prisma/migrations');
const path = 'prisma/schema.prisma';
const committed = execFileSync('git', ['show', `HEAD:./${path}`], { cwd: app, encoding: 'utf8' });
const current = readFileSync(resolve(app, path), 'utf8');
const datamodel = (content: string) => ({
  tag: 'schemaDatamodel' as const,
  files: [{ path: 'schema.prisma', content }],
});

const address = { url, schema: 'public' };
const pool = openPool(address, { connections: 2, statementTimeout: 0 });
const engine = await openSchemaEngine(pool, address.schema);
const { stdout } = await engine.diff({
  from: datamodel(committed),
  to: datamodel(current),
  script: true,
  exitCode: null,
  filters: { externalTables: [], externalEnums: [] },
});
const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
const target = join(folder, `${stamp}_${name}`);
mkdirSync(target);
writeFileSync(join(target, 'migration.sql'), stdout ?? '');
process.stdout.write(`${target}\n`);
process.exit(0);
