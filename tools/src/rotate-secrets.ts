import { createCommand, runCommand } from './command-line.js';
import { runOnDatabase } from './start/run-on-database.js';

/** Re-encrypts all values with the first of SECRETS_KEYS. */
createCommand(
  'npm run secrets:rotate --',
  'Re-encrypts values of other keys with the first of SECRETS_KEYS, in the background.',
)
  .addHelpText(
    'after',
    '\nUses the database in DATABASE_URL, or that of the product that runs in DATA_DIR.' +
      '\nAll processes must know the key: docs/operate.md has the steps before.',
  )
  .parse();

await runCommand(() => runOnDatabase({ app: 'connector-runtime', program: 'rotate-secrets' }));
