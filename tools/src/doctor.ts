import { once } from 'node:events';
import { createCommand, runCommand } from './command-line.js';
import { serviceNames } from './services.js';
import { dataDirectoryPath } from './start/data-directory.js';
import { readEnvironmentFile } from './start/environment-file.js';
import { startProgram } from './start/programs.js';

/** Examines the product that runs in the data directory, and ends with 1 if something is wrong. */
createCommand(
  'npm run doctor',
  'Examines what the services need, and says how to mend what is wrong. It changes nothing.',
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
