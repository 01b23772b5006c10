import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

/** Generates the Prisma client of the app in the current folder. */
const prisma = createRequire(import.meta.url).resolve('prisma-cli/build/index.js');
const { status } = spawnSync(process.execPath, [prisma, 'generate'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    // Without an engine of its own the CLI downloads one, which generating does not need. The file
    // named here only has to exist.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  },
});
process.exit(status ?? 1);
