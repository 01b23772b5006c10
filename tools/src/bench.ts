import { spawnSync } from 'node:child_process';

/** Runs the benchmarks. */
const { status } = spawnSync(
  process.execPath,
  ['--conditions=@trellis/source', '--import', 'tsx', 'bench/src/main.ts'],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
