import { Argument } from 'commander';
import { CommandError, createCommand } from './command-line.js';
import { sourceArguments } from './source-arguments.js';
import { serviceNames, type ServiceName } from './services.js';
import { dataDirectoryPath } from './start/data-directory.js';
import { readEnvironmentFile } from './start/environment-file.js';
import { requireReachable } from './start/ports.js';

/**
 * Runs one service with reload, as part of the product that runs in the data directory. The
 * environment comes first, so that `LOG_LEVEL=debug npx nx serve <app>` works.
 */
const command = createCommand('npx nx serve', 'Runs one service with reload.')
  .addArgument(new Argument('<app>').choices(serviceNames))
  .parse();
const [service] = command.processedArgs as [ServiceName];

try {
  const environment = readEnvironmentFile(dataDirectoryPath());
  Object.assign(process.env, { ...environment, ...process.env });
  await requireReachable('DATABASE_URL', process.env.DATABASE_URL!);
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  process.stderr.write(`${service}: ${error.message}\n`);
  process.exit(1);
}

// The watcher runs in this process, so that signals reach it.
process.chdir(`apps/${service}`);
process.argv.splice(2, Infinity, 'watch', ...sourceArguments, 'src/main.ts');
await import(import.meta.resolve('tsx/cli'));
