import { runCommand, createCommand } from './command-line.js';
import { documentedJourney } from './journeys/documented.js';
import { journeyNames, recordJourneys } from './journeys/record.js';

createCommand(
  'npm run journeys',
  'Runs the journeys of docs/architecture.md and prints the files that each executes.',
).parse();

const write = (text: string) => void process.stdout.write(`${text}\n`);

await runCommand(async () => {
  const executed = await recordJourneys();
  for (const name of journeyNames) {
    const files = executed[name];
    const { steps } = documentedJourney(name);
    const ofApps = files.filter((file) => file.startsWith('apps/'));
    write(
      `\n${name}: ${steps.length} files to read; ${files.length} executed, ${ofApps.length} of apps`,
    );
    for (const file of files) write(`  ${steps.includes(file) ? '*' : ' '} ${file}`);
  }
});
