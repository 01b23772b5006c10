import { ConfigurationError, readConfiguration } from '@trellis/platform';
import { Option } from 'commander';
import { CommandError, createCommand } from './command-line.js';
import { serviceNames, type ServiceName } from './services.js';
import { launcherConfiguration } from './start/configuration.js';
import { runStack } from './start/stack.js';

process.title = 'trellis';
const { without, only } = createCommand(
  'npm start --',
  'Runs the product: an embedded PostgreSQL and the services.',
)
  .addOption(
    new Option('--without <app...>', 'leave out a service, to run it with `npx nx serve <app>`')
      .choices(serviceNames)
      .default([], 'none'),
  )
  .addOption(
    new Option('--only <part>', 'run the database and the migrations, and no service')
      .choices(['infrastructure'])
      .conflicts('without'),
  )
  .addHelpText('after', '\ndocs/configuration.md lists the environment variables.')
  .parse()
  .opts<{ without: ServiceName[]; only?: string }>();
const services = only ? [] : serviceNames.filter((service) => !without.includes(service));

try {
  await runStack(readConfiguration(launcherConfiguration), services);
} catch (error) {
  const isExpected = error instanceof ConfigurationError || error instanceof CommandError;
  process.stderr.write(`trellis: ${isExpected ? error.message : String((error as Error).stack)}\n`);
  process.exit(1);
}
