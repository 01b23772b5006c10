import { createCommand, runCommand } from './command-line.js';
import { dataDirectoryPath } from './start/data-directory.js';
import { readEnvironmentFile } from './start/environment-file.js';
import { requireReachable } from './start/ports.js';
import { runProgram } from './start/programs.js';

/** Has what older keys have encrypted encrypted with the first of SECRETS_KEYS. */
createCommand(
  'npm run secrets:rotate --',
  'Encrypts with the first of SECRETS_KEYS what other keys have encrypted, in the background.',
)
  .addHelpText(
    'after',
    '\nUses the database in DATABASE_URL, or that of the product that runs in DATA_DIR.' +
      '\nAll processes must know the key: docs/deployment.md has the steps before.',
  )
  .parse();

await runCommand(async () => {
  const DATABASE_URL =
    process.env.DATABASE_URL || readEnvironmentFile(dataDirectoryPath()).DATABASE_URL!;
  await requireReachable('DATABASE_URL', DATABASE_URL);
  await runProgram({
    app: 'connector-runtime',
    program: 'rotate-secrets',
    environment: { DATABASE_URL },
  });
});
