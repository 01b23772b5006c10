/** Stops the servers that the set-up started. */
export default async function tearDown() {
  const servers = globalThis.trellisServers;
  globalThis.trellisServers = undefined;
  await servers?.stop();
}
