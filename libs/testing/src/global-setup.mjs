import { tsImport } from 'tsx/esm/api';

/** Starts the servers that tests connect to, once per run. */
export default async function setUp() {
  if (globalThis.trellisServers) return;
  const { startServers } = await tsImport('./servers.ts', import.meta.url);
  globalThis.trellisServers = await startServers();
}
