import { discover } from '@trellis/connector-sdk';
import { readVendors, readYaml } from '@trellis/catalog/entries';
import {
  openRecorded,
  recorded,
  showDevice,
  startRecorded,
  type RecordedCase,
} from '@trellis/catalog/testing';
import { stringify } from 'yaml';
import { CommandError, createCommand, runCommand } from './command-line.js';

/** Shows the devices to which the recorded answers of a vendor lead. */
const command = createCommand(
  'npm run try:vendor --',
  'Shows the devices to which the recorded answers of a vendor lead, as recorded.yaml has them.',
)
  .argument('<id>', 'the folder in libs/catalog/vendors')
  .parse();
const [id] = command.processedArgs as [string];

await runCommand(async () => {
  const entry = readVendors([id])[0];
  if (!entry) throw new CommandError(`There is no vendor ${id}.`);
  const { cases } = recorded.parse(readYaml(id, 'recorded'));
  for (const one of cases) await show(one);

  async function show(one: RecordedCase): Promise<void> {
    const server = await startRecorded(one);
    try {
      const { entities, problems } = await discover(...openRecorded(entry!, one, server));
      process.stdout.write(`# ${one.name}\n${stringify({ devices: entities.map(showDevice) })}`);
      for (const { failure } of problems) process.stdout.write(`# warning: ${failure.message}\n`);
    } catch (error) {
      const requests = server.seen.map(
        ({ method, url }) => `${method} ${url.pathname}${url.search}`,
      );
      throw new CommandError(`${one.name}: ${(error as Error).message} ${requests.join(', ')}`);
    } finally {
      await server.stop();
    }
  }
});
