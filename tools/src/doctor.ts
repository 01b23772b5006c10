import { createCommand, runCommand } from './command-line.js';
import { serviceNames } from './services.js';
import { runInProduct } from './start/programs.js';

/** Checks the product in the data directory; the exit code is 1 if it finds a problem. */
createCommand(
  'npm run doctor',
  'Checks the dependencies of the services, and suggests fixes. It changes nothing.',
).parse();

await runCommand(async () => {
  let isWell = true;
  for (const app of serviceNames)
    isWell = (await runInProduct({ app, program: 'doctor' })) && isWell;
  process.exit(isWell ? 0 : 1);
});
