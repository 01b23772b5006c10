import { createCommand, runCommand } from './command-line.js';
import { runInProduct } from './start/programs.js';

/** Finds things whose connector client is not in the database; see docs/operate.md. */
const { remove } = createCommand(
  'npm run orphans --',
  'Shows the connector clients that have things and that the database of connector-runtime does not ' +
    'have, as after backups of two moments were restored. Ends with 1 when there are some.',
)
  .option('--remove', 'remove their things for good', false)
  .addHelpText('after', '\nWorks on the product that runs in DATA_DIR.')
  .parse()
  .opts<{ remove: boolean }>();

await runCommand(async () => {
  const args = remove ? ['--remove'] : [];
  const hasNone = await runInProduct({ app: 'connector-runtime', program: 'remove-orphans', args });
  process.exit(hasNone ? 0 : 1);
});
