import { origins, text } from './app-arguments.js';
import { createCommand, runCommand } from './command-line.js';
import { dataDirectoryPath } from './start/data-directory.js';
import { readEnvironmentFile } from './start/environment-file.js';
import { requireReachable } from './start/ports.js';
import { runProgram } from './start/programs.js';

/** Replaces the origins of an app's web pages, which may read what its access tokens allow. */
const options = createCommand(
  'npm run app:origins --',
  'Replaces the origins of the web pages of an app.',
)
  .requiredOption('--app <client_id>', 'the app', text)
  .requiredOption('--origins <origins>', 'origins, separated by spaces; empty for none', origins)
  .addHelpText(
    'after',
    '\nUses the database in DATABASE_URL, or that of the product that runs in DATA_DIR.',
  )
  .parse()
  .opts<{ app: string; origins: string[] }>();

await runCommand(async () => {
  const DATABASE_URL =
    process.env.DATABASE_URL || readEnvironmentFile(dataDirectoryPath()).DATABASE_URL!;
  await requireReachable('DATABASE_URL', DATABASE_URL);
  await runProgram({
    app: 'connector-runtime',
    program: 'set-app-origins',
    environment: { DATABASE_URL },
    args: [JSON.stringify({ client_id: options.app, allowed_origins: options.origins })],
  });
});
