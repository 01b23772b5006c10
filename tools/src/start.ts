import { ConfigurationError } from '@trellis/platform';
import { readLauncherConfiguration } from './start/configuration.js';
import { CannotStart, runStack } from './start/stack.js';

process.title = 'trellis';
try {
  await runStack(readLauncherConfiguration());
} catch (error) {
  const expected = error instanceof ConfigurationError || error instanceof CannotStart;
  process.stderr.write(`trellis: ${expected ? error.message : String((error as Error).stack)}\n`);
  process.exit(1);
}
