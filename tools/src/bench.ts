import { spawnSync } from 'node:child_process';
import { Argument } from 'commander';
import { createCommand } from './command-line.js';

/** Runs one of the benchmarks; bench/README.md describes them. */
const command = createCommand('npm run bench --', 'Runs a benchmark.')
  .addArgument(
    new Argument(
      '[benchmark]',
      'requests, tracing, the graph of units, the history of values, polls, listening, remotes that hang, or hostile neighbors',
    )
      .choices([
        'requests',
        'tracing',
        'graph',
        'history',
        'polls',
        'listen',
        'remotes',
        'neighbors',
      ])
      .default('requests'),
  )
  .parse();
const [benchmark] = command.processedArgs as [string];

const { status } = spawnSync(
  process.execPath,
  ['--conditions=@trellis/source', '--import', 'tsx', `bench/src/${benchmark}.ts`],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
