import { createCommand, runCommand } from './command-line.js';
import { text } from './app-arguments.js';
import { databaseHelp, runOnDatabase } from './start/programs.js';

/** Ends the sessions of a person, or of everybody. */
const { email, everybody } = createCommand(
  'npm run sign-out --',
  'Ends the sessions and MCP clients of a person, or of everybody, who have to sign in again.',
)
  .option('--email <address>', 'e-mail address of the person', text)
  .option('--everybody', 'all people')
  .addHelpText('after', databaseHelp)
  .parse()
  .opts<{ email?: string; everybody?: true }>();

await runCommand(async () => {
  if ((email === undefined) === (everybody === undefined)) {
    throw new Error('Name a person with --email, or choose --everybody.');
  }
  await runOnDatabase('sign-out', { email }, 'accounts-service');
});
