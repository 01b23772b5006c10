import { memberRole } from '@trellis/contracts';
import { Option } from 'commander';
import { createCommand, runCommand } from './command-line.js';
import { text } from './app-arguments.js';
import { databaseHelp, runOnDatabase } from './start/programs.js';

/** Invites a person to an organization, and prints the link at which they sign up. */
const options = createCommand(
  'npm run invite --',
  'Prints a link for somebody who signs up to the console. An account becomes an environment of the organization.',
)
  .requiredOption('--email <address>', 'e-mail address of the person', text)
  .requiredOption('--organization <name>', 'organization, which is created if there is none', text)
  .option('--environment <account...>', 'developer accounts that the organization gets', [])
  .addOption(
    new Option('--role <role>', 'role of the person').choices(memberRole.options).default('owner'),
  )
  .addHelpText('after', databaseHelp)
  .parse()
  .opts<{ email: string; organization: string; environment: string[]; role: string }>();

const { environment: environments, ...rest } = options;
await runCommand(() => runOnDatabase('invite', { ...rest, environments }, 'accounts-service'));
