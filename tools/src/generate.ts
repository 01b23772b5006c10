import { writeFileSync } from 'node:fs';
import { createCommand, runCommand } from './command-line.js';
import { outputs } from './outputs.js';
import { Argument } from 'commander';

const command = createCommand('npm run <command>', 'Generates files of the repository.')
  .addArgument(new Argument('<files...>').choices(Object.keys(outputs)))
  .parse();
const [files] = command.processedArgs as [string[]];

await runCommand(async () => {
  for (const file of files) writeFileSync(file, await outputs[file]!());
});
