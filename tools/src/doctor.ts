import { once } from 'node:events';
import { createCommand, runCommand } from './command-line.js';
import { serviceNames } from './services.js';
import { dataDirectoryPath } from './start/data-directory.js';
import { readEnvironmentFile } from './start/environment-file.js';
import { startProgram } from './start/programs.js';

/** Checks the product in the data directory; the exit code is 1 if it finds a problem. */
createCommand(
  'npm run doctor',
  'Checks the dependencies of the services, and suggests fixes. It changes nothing.',
).parse();

await runCommand(async () => {
  const environment = { ...readEnvironmentFile(dataDirectoryPath()), ...process.env };
  let isWrong = false;
  for (const app of serviceNames) {
    const [code] = (await once(startProgram({ app, program: 'doctor', environment }), 'exit')) as [
      number | null,
    ];
    isWrong ||= code !== 0;
  }
  process.exit(isWrong ? 1 : 0);
});
