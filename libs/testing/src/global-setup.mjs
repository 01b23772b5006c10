import { tsImport } from 'tsx/esm/api';

/** Starts the servers that tests connect to, once per run. */
export default async function setUp() {
  // A test that runs Jest passes on the servers of its own run.
  if (globalThis.trellisServers || process.env.TEST_STACKS_URL) return;
  const { startServers } = await tsImport('./servers.ts', import.meta.url);
  globalThis.trellisServers = await startServers();
}
