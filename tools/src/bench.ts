import { spawnSync } from 'node:child_process';

/** Runs the benchmarks of one kind: `calls` (by default) or `remotes`. */
const [kind = 'calls'] = process.argv.slice(2);
if (kind !== 'calls' && kind !== 'remotes') {
  process.stderr.write('npm run bench [-- calls | remotes]\n');
  process.exit(2);
}
const { status } = spawnSync(
  process.execPath,
  ['--conditions=@trellis/source', '--import', 'tsx', `bench/src/${kind}.ts`],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
