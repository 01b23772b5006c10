import { spawnSync } from 'node:child_process';

// The CLI would download an engine that generating does not need.
const { status } = spawnSync('prisma', ['generate'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  },
});
process.exit(status ?? 1);
