import { origins, text } from './app-arguments.js';
import { createCommand, runCommand } from './command-line.js';
import { databaseHelp, runOnDatabase } from './start/programs.js';

/** Replaces the origins of an app's web pages, which may read what its access tokens allow. */
const options = createCommand(
  'npm run app:origins --',
  'Replaces the origins of the web pages of an app.',
)
  .requiredOption('--app <id>', 'the app', text)
  .requiredOption('--origins <origins>', 'origins, separated by spaces; empty for none', origins)
  .addHelpText('after', databaseHelp)
  .parse()
  .opts<{ app: string; origins: string[] }>();

const change = { client_id: options.app, allowed_origins: options.origins };
await runCommand(() => runOnDatabase('set-app-origins', change));
