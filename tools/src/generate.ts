import { writeFileSync } from 'node:fs';
import { createCommand, runCommand } from './command-line.js';
import { outputs } from './outputs.js';
import { Argument } from 'commander';

const command = createCommand('npm run <command>', 'Generates a file of the repository.')
  .addArgument(new Argument('<file>').choices(Object.keys(outputs)))
  .parse();
const [file] = command.processedArgs as [string];

await runCommand(async () => writeFileSync(file, await outputs[file]!()));
