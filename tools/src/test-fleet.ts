import { spawnSync } from 'node:child_process';
import { InvalidArgumentError } from 'commander';
import { createCommand } from './command-line.js';

const wholeNumber = (text: string): string => {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return text;
};

/** Adds, stops and replaces processes under load; docs/testing.md describes what is counted. */
const options = createCommand(
  'npm run test:fleet --',
  'Has processes of the services come and go under polls and requests, and counts what that costs.',
)
  .option('--only <text>', 'only the drills whose names contain this text', '')
  .option('--clients <number>', 'how many clients are polled', wholeNumber, '200')
  .option('--interval <milliseconds>', 'how often each is polled', wholeNumber, '2000')
  .option('--homes <number>', 'how many clients are listened for', wholeNumber, '2000')
  .option('--workers <number>', 'how many connector-runtimes there are', wholeNumber, '3')
  .parse()
  .opts<Record<string, string>>();

const { status } = spawnSync(
  process.execPath,
  [
    ...['--conditions=@trellis/source', '--import', 'tsx', 'e2e/src/fleet/main.ts'],
    ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
  ],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
