/** Stops the servers that the global set-up started. */
export default async function tearDown() {
  const servers = globalThis.trellisServers;
  globalThis.trellisServers = undefined;
  await servers?.stop();
}
