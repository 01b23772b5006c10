import { readVendors, vendorsFolder } from '@trellis/catalog/entries';
import { createVendor } from './catalog/scaffold.js';
import { createCommand, runCommand } from './command-line.js';

/** Creates a vendor of the catalogue, to be adapted to its API. */
const command = createCommand(
  'npm run new:vendor --',
  'Creates a vendor of the catalogue, to be adapted to its API.',
)
  .argument('<id>', 'its connector_type_id, such as acme-cloud')
  .argument('<name>', 'its name, such as "Acme Cloud"')
  .parse();
const [id, name] = command.processedArgs as [string, string];

await runCommand(async () => {
  const number = Math.max(...readVendors().map((one) => one.number)) + 1;
  createVendor(vendorsFolder, { id, name, number });
  process.stdout.write(`libs/catalog/vendors/${id} is a vendor with an answer.
docs/connectors.md says how to adapt it. See what it finds with:
  npm run try:vendor -- ${id}
`);
});
