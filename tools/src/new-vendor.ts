import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readVendors, vendorsFolder } from '@trellis/catalog/entries';
import { CommandError, createCommand, runCommand } from './command-line.js';

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
  if (!/^[a-wyz][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) {
    throw new CommandError('The id has lowercase letters, digits and hyphens, as in acme-cloud.');
  }
  const folder = join(vendorsFolder, id);
  if (existsSync(folder)) throw new CommandError(`The vendor ${id} exists already.`);
  const number = Math.max(...readVendors().map((one) => one.number)) + 1;
  cpSync(fileURLToPath(new URL('vendor-template', import.meta.url)), folder, { recursive: true });
  for (const file of readdirSync(folder).map((one) => join(folder, one))) {
    const text = readFileSync(file, 'utf8')
      .replaceAll('Vendor Template', name)
      .replace('number: 0', `number: ${number}`);
    writeFileSync(file, text);
  }
  process.stdout.write(`libs/catalog/vendors/${id} is a vendor with an answer.
docs/connectors.md says how to adapt it. See what it finds with:
  npm run try:vendor -- ${id}
`);
});
