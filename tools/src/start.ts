import { ConfigurationError } from '@trellis/platform';
import { CommandError } from './command-line.js';
import { readLauncherConfiguration } from './start/configuration.js';
import { parseOptions } from './start/options.js';
import { runStack } from './start/stack.js';

process.title = 'trellis';
const options = parseOptions(process.argv);
try {
  await runStack(readLauncherConfiguration(), options);
} catch (error) {
  const isExpected = error instanceof ConfigurationError || error instanceof CommandError;
  process.stderr.write(`trellis: ${isExpected ? error.message : String((error as Error).stack)}\n`);
  process.exit(1);
}
