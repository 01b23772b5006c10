import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectors } from '@trellis/connectors';
import { createCommand, runCommand } from './command-line.js';
import { createFolder, withConnector } from './connectors/create.js';
import { createPackage } from './connectors/package.js';

/** Creates a connector that works, to be adapted to a technology. */
const command = createCommand(
  'npm run new:connector --',
  'Creates a connector that works, to be adapted to a technology.',
)
  .argument('<type>', 'its identifier, such as acme-hub')
  .argument('[name]', 'its name, such as "Acme Hub" (default: made from the type)')
  .option(
    '--package <folder>',
    'makes a package of it, in an empty folder outside of this repository',
  )
  .parse();
const [type, name] = command.processedArgs as [string, string | undefined];

const { package: packageFolder } = command.opts<{ package?: string }>();

await runCommand(async () => {
  if (packageFolder !== undefined) {
    createPackage(packageFolder, { type, name });
    process.stdout
      .write(`${packageFolder} is a package with a connector that works, for lamps behind a hub.
There, npm install, npm test and npm pack. An installed package is loaded with CONNECTORS.
`);
    return;
  }
  const source = 'libs/connectors/src';
  const id = Math.max(...connectors.map((connector) => connector.id)) + 1;
  const folder = createFolder(source, { type, name, id });
  const list = join(source, 'index.ts');
  writeFileSync(list, withConnector(readFileSync(list, 'utf8'), type));
  process.stdout.write(`${folder} is a connector that works, for lamps behind a hub.
docs/connectors.md says how to adapt it. Test it with:
  npm test -w @trellis/connectors -- ${type}
`);
});
