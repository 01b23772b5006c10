import { createCommand, runCommand } from './command-line.js';
import { addAccounts, lacksAccounts, writeSecrets } from './secrets/environments.js';

const [folder = 'secrets'] = createCommand(
  'npm run secrets --',
  'Generates the secrets of an installation, an environment file for each program. To a folder of a release without ' +
    'accounts-service it adds those of this service.',
)
  .argument('[folder]', 'new folder for the files (default: secrets)')
  .parse().args;

await runCommand(async () => {
  if (!lacksAccounts(folder)) return writeSecrets(folder);
  addAccounts(folder);
  process.stdout.write(
    `Added accounts-service to ${folder}. docs/operate.md#upgrades says how to create its role in PostgreSQL.\n`,
  );
});
