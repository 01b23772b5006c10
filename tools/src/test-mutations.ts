import { InvalidArgumentError } from 'commander';
import { CommandError, createCommand, runCommand } from './command-line.js';
import { copyCheckout } from './mutation-testing/checkout-copy.js';
import { isEnough, lineOf, report } from './mutation-testing/report.js';
import { problemOf, readSample } from './mutation-testing/sample.js';
import { runUnchanged, tryMutation, type Tried } from './mutation-testing/try-mutations.js';

interface Options {
  project?: string;
  only: string;
  shard: { index: number; count: number };
}

function parseShard(text: string): Options['shard'] {
  const [, index, count] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (!index || !count || index > count) {
    throw new InvalidArgumentError('It must be a number and a count, such as 1/4.');
  }
  return { index, count };
}

/** Tries whether tests notice small changes; docs/testing.md describes the sample. */
const { project, only, shard } = createCommand(
  'npm run test:mutations --',
  'Makes small changes to a copy of the sources, one at a time, and checks that a test fails.',
)
  .option('--project <name>', 'only the mutations of this project')
  .option('--only <text>', 'only the mutations whose file or text contains this', '')
  .option('--shard <n/m>', 'only this part of the sample', parseShard, { index: 1, count: 1 })
  .parse()
  .opts<Options>();

// So that the copy is removed and the tests are stopped.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

await runCommand(async () => {
  const selected = (await readSample())
    .filter((mutation) => !project || mutation.project === project)
    .filter(({ file, from, to }) => [file, from, to].some((text) => text.includes(only)))
    .filter((_, index) => index % shard.count === shard.index - 1);
  if (selected.length === 0) throw new CommandError('No mutation matches.');

  const root = copyCheckout();
  const tests = selected
    .filter((mutation) => !problemOf(mutation))
    .flatMap(({ noticedBy }) => noticedBy);
  process.stdout.write(`Running ${new Set(tests).size} test files without any mutation.\n`);
  const durations = await runUnchanged(root, tests);

  const tried: Tried[] = [];
  for (const mutation of selected) {
    tried.push(await tryMutation(root, mutation, durations));
    process.stdout.write(`${lineOf(tried.at(-1)!)}\n`);
  }
  process.stdout.write(report(tried));
  if (!isEnough(tried))
    throw new CommandError('Fewer than 90 % were noticed, or some do not apply.');
});
