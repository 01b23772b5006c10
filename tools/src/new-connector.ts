import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectors } from '@trellis/connectors';
import { CannotCreate, createFolder, withConnector } from './connectors/create.js';

/** Makes a connector that works, to be changed into one's own: `new-connector <type> [name]`. */
const [type, name] = process.argv.slice(2);
const source = 'libs/connectors/src';
try {
  if (type === undefined) throw new CannotCreate('npm run new:connector -- <type> ["Name"]');
  const id = Math.max(...connectors.map((connector) => connector.id)) + 1;
  const folder = createFolder(source, { type, name, id });
  const list = join(source, 'index.ts');
  writeFileSync(list, withConnector(readFileSync(list, 'utf8'), type));
  process.stdout.write(
    [
      `${folder} is a connector that works: lamps behind a hub. Make it yours:`,
      `  connector.ts       what it is, its configurations, how it asks the technology`,
      `  lamps.ts           what becomes a thing`,
      `  testing.ts         a peer that answers as the vendor documents`,
      `  connector.test.ts  its tests, and those of every connector`,
      `docs/connectors.md says what to know. Test it with:`,
      `  npx nx test @trellis/connectors -- ${type}`,
      '',
    ].join('\n'),
  );
} catch (error) {
  if (!(error instanceof CannotCreate)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
