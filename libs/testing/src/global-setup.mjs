import { tsImport } from 'tsx/esm/api';

/** Starts the servers that tests talk to, once for the whole run. */
export default async function setUp() {
  if (globalThis.trellisServers) return;
  const { startServers } = await tsImport('./servers.ts', import.meta.url);
  globalThis.trellisServers = await startServers();
}
