import { Option } from 'commander';
import { createCommand } from '../command-line.js';
import { serviceNames, type ServiceName } from '../services.js';

export interface StartOptions {
  /** The services to run. */
  services: ServiceName[];
}

/** Reads the command line of `npm start`. */
export function parseOptions(argv: string[]): StartOptions {
  const command = createCommand(
    'npm start --',
    'Runs the product: an embedded PostgreSQL and the three services.',
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
    .addHelpText('after', '\ndocs/configuration.md lists the environment variables.');
  const { without, only } = command.parse(argv).opts<{ without: ServiceName[]; only?: string }>();
  return {
    services: only ? [] : serviceNames.filter((service) => !without.includes(service)),
  };
}
