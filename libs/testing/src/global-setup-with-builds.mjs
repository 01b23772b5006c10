import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import setUpServers from './global-setup.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let isBuilt = false;

/** Builds the services for tests that run their bundles, and starts the servers. */
export default async function setUp() {
  if (!isBuilt) {
    const { status, stdout } = spawnSync(
      process.execPath,
      ['node_modules/nx/dist/bin/nx.js', 'run-many', '--targets=build'],
      {
        cwd: root,
        env: { ...process.env, NX_TUI: 'false' },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 2],
      },
    );
    if (status !== 0) throw new Error(`The build failed.\n${stdout}`);
    isBuilt = true;
    // A build would replace files that other tests run, and tests may add sources meanwhile.
    process.env.TRELLIS_BUILT = 'true';
  }
  await setUpServers();
}
