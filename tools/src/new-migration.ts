import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPool, openSchemaEngine } from '@trellis/database';
import { startLocalPostgres } from '@trellis/local-postgres';
import { Argument } from 'commander';
import { createCommand, runCommand } from './command-line.js';

/**
 * Writes the migration from the last committed `schema.prisma` of an app to the current one. The schema engine cannot
 * start from the migrations, because it does not read databases through the driver adapter.
 */
const command = createCommand('npm run new:migration --', 'Writes a migration from schema changes.')
  .addArgument(
    new Argument('<app>', 'app whose schema.prisma has changed since the last commit').choices([
      'units-service',
      'accounts-service',
      'connector-runtime',
    ]),
  )
  .argument('<name>', 'what the migration does, such as add_audit_log')
  .parse();
const [app, name] = command.processedArgs as [string, string];
const prismaFolder = `apps/${app}/prisma`;

await runCommand(async () => {
  const path = `${prismaFolder}/schema.prisma`;
  const committed = execFileSync('git', ['show', `HEAD:${path}`], { encoding: 'utf8' });
  const sql = await difference(committed, readFileSync(path, 'utf8'));
  const timestamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = join(prismaFolder, 'migrations', `${timestamp}_${name}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'migration.sql'), sql);
  process.stdout.write(`${folder}\n`);
});

/** Returns the SQL that turns one data model into another. The engine needs a database connection. */
async function difference(from: string, to: string): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'trellis-migration-'));
  const postgres = await startLocalPostgres({ directory, password: 'migration', durable: false });
  try {
    const pool = openPool(
      { url: postgres.url, schema: 'public' },
      { maxConnections: 2, statementTimeoutMs: 0 },
    );
    const { engine } = await openSchemaEngine(pool, 'public');
    const { stdout } = await engine.diff({
      from: datamodel(from),
      to: datamodel(to),
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    await pool.end();
    return stdout ?? '';
  } finally {
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

function datamodel(content: string) {
  return { tag: 'schemaDatamodel' as const, files: [{ path: 'schema.prisma', content }] };
}
