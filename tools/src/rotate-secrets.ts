import { createCommand, runCommand } from './command-line.js';
import { databaseHelp, runOnDatabase } from './start/programs.js';

/** Re-encrypts all values with the first of SECRETS_KEYS. */
createCommand(
  'npm run secrets:rotate --',
  'Re-encrypts values of other keys with the first of SECRETS_KEYS, in the background.',
)
  .addHelpText(
    'after',
    `${databaseHelp}\nAll processes must know the key: docs/operate.md has the steps before.`,
  )
  .parse();

await runCommand(() => runOnDatabase('rotate-secrets'));
