import { origins, text } from './app-arguments.js';
import { createCommand, runCommand } from './command-line.js';
import { runOnDatabase } from './start/run-on-database.js';

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

await runCommand(() =>
  runOnDatabase({
    app: 'connector-runtime',
    program: 'set-app-origins',
    args: [JSON.stringify({ client_id: options.app, allowed_origins: options.origins })],
  }),
);
