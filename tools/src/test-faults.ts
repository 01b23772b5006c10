import { spawnSync } from 'node:child_process';
import { InvalidArgumentError, Option } from 'commander';
import { createCommand } from './command-line.js';

const wholeNumber = (text: string): string => {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return text;
};

/** Injects faults into the product under traffic; docs/testing.md describes what is checked. */
const options = createCommand(
  'npm run test:faults --',
  'Injects faults into the product under traffic, and checks that nothing accepted is lost.',
)
  .option('--seed <number>', 'repeat the run with this seed', wholeNumber)
  .option('--rounds <number>', 'how often to inject each fault', wholeNumber, '1')
  .option('--only <text>', 'only the faults whose names contain this text', '')
  .addOption(
    new Option('--queues <where>', 'where the queues are')
      .choices(['Redis', 'PostgreSQL', 'both'])
      .default('both'),
  )
  .parse()
  .opts<Record<string, string>>();

const { status } = spawnSync(
  process.execPath,
  [
    ...['--conditions=@trellis/source', '--import', 'tsx', 'e2e/src/faults/main.ts'],
    ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
  ],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
