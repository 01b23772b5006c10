import { createCommand } from '@trellis/tools/command-line';
import { Argument } from 'commander';
import { benchmarks } from './bench/benchmarks.js';

const names = Object.keys(benchmarks);
const command = createCommand('npm run bench --', 'Runs a benchmark; see lab/README.md.')
  .addArgument(new Argument('[benchmark]').choices(names).default('requests'))
  .parse();
const [name] = command.processedArgs as [keyof typeof benchmarks];
const { run } = await benchmarks[name]();
await run();
process.exit(0);
