import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

/** Generates the Prisma client of the app in the current folder. */
const prisma = createRequire(import.meta.url).resolve('prisma-cli/build/index.js');
const { status, stderr } = spawnSync(process.execPath, [prisma, 'generate'], {
  stdio: ['ignore', 'ignore', 'pipe'],
  env: {
    ...process.env,
    // Without an engine of its own the CLI downloads one, which generating does not need. The file
    // named here only has to exist.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  },
});
// On success it prints only what it has read.
if (status !== 0) process.stderr.write(stderr);
process.exit(status ?? 1);
