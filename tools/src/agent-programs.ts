import { resolve } from 'node:path';
import { architectures, buildAgentPrograms } from './agent-programs/build.js';
import { createCommand, runCommand } from './command-line.js';

const { folder } = createCommand(
  'npm run agent:programs --',
  `Builds the agent as one program for Linux, with Node in it, for each of ${architectures.join(' and ')}.`,
)
  .option('--folder <folder>', 'where they are written', 'apps/agent/dist.programs')
  .parse()
  .opts<{ folder: string }>();

await runCommand(async () => {
  for (const { archive, bytes } of buildAgentPrograms(resolve(folder), architectures)) {
    process.stdout.write(`${archive}: ${Math.round(bytes / 1e6)} MB\n`);
  }
});
