import { createCommand } from '@trellis/tools/command-line';
import { Argument } from 'commander';

const benchmarks = [
  'requests',
  'tracing',
  'graph',
  'history',
  'polls',
  'listen',
  'remotes',
  'neighbors',
];

/** Runs one of the benchmarks that lab/README.md describes. */
const command = createCommand('npm run bench --', 'Runs a benchmark; see lab/README.md.')
  .addArgument(new Argument('[benchmark]').choices(benchmarks).default('requests'))
  .parse();
await import(`./bench/${command.processedArgs[0]}.ts`);
