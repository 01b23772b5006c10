import { plainText } from '@trellis/contracts';
import { InvalidArgumentError } from 'commander';
import { createCommand, runCommand } from './command-line.js';
import { dataDirectoryPath } from './start/data-directory.js';
import { readEnvironmentFile } from './start/environment-file.js';
import { requireReachable } from './start/ports.js';
import { runProgram } from './start/programs.js';

/** Registers an app that may ask for access tokens, and prints its credentials as JSON. */
const options = createCommand(
  'npm run app:register --',
  'Registers an app and prints its credentials. They are shown only once.',
)
  .requiredOption('--developer <account>', 'developer account that the app belongs to', text)
  .requiredOption('--name <name>', 'name of the app', text)
  .option('--scopes <scopes>', 'scopes, separated by spaces (default: all)')
  .addHelpText(
    'after',
    '\nUses the database in DATABASE_URL, or that of the product that runs in DATA_DIR.',
  )
  .parse()
  .opts<{ developer: string; name: string; scopes?: string }>();

await runCommand(async () => {
  const DATABASE_URL =
    process.env.DATABASE_URL || readEnvironmentFile(dataDirectoryPath()).DATABASE_URL!;
  await requireReachable('DATABASE_URL', DATABASE_URL);
  const { scopes, ...app } = options;
  await runProgram({
    app: 'connector-runtime',
    program: 'register-app',
    environment: { DATABASE_URL },
    args: [JSON.stringify({ ...app, ...(scopes && { scopes: scopes.split(/\s+/) }) })],
  });
});

function text(value: string): string {
  const { success, data, error } = plainText.safeParse(value);
  if (!success) throw new InvalidArgumentError(error.issues[0]!.message);
  return data;
}
