import { createCommand, runCommand } from './command-line.js';
import { writeSecrets } from './secrets/environments.js';

const [folder = 'secrets'] = createCommand(
  'npm run secrets --',
  'Generates the secrets of an installation, an environment file for each program.',
)
  .argument('[folder]', 'new folder for the files (default: secrets)')
  .parse().args;

await runCommand(async () => writeSecrets(folder));
