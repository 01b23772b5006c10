import { createCommand, runCommand } from './command-line.js';
import { origins, text } from './app-arguments.js';
import { databaseHelp, runOnDatabase } from './start/programs.js';

/** Registers an app that may ask for access tokens, and prints its credentials as JSON. */
const options = createCommand(
  'npm run app:register --',
  'Registers an app and prints its credentials. They are shown only once.',
)
  .requiredOption('--developer <account>', 'developer account that the app belongs to', text)
  .requiredOption('--name <name>', 'name of the app', text)
  .option('--scopes <scopes>', 'scopes, separated by spaces (default: all)')
  .option('--origins <origins>', 'origins of its web pages, separated by spaces', origins)
  .addHelpText('after', databaseHelp)
  .parse()
  .opts<{ developer: string; name: string; scopes?: string; origins?: string[] }>();

const { scopes, origins: allowed_origins, ...rest } = options;
const app = { ...rest, allowed_origins, ...(scopes && { scopes: scopes.split(/\s+/) }) };
await runCommand(() => runOnDatabase('register-app', app));
