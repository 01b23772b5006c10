import { arch, networkInterfaces, platform } from 'node:os';
import { Refused } from './connect.js';
import { createDiscovery } from './discovery/discovery.js';
import { browseMdns } from './discovery/mdns.js';
import { searchSsdp } from './discovery/ssdp.js';
import { newIdentity, readIdentity, storeIdentity } from './identity.js';
import { servePage } from './page/serve.js';
import { createSwitch } from './page/stopped.js';
import { run, type State } from './run.js';
import { help, parseSettings, UsageError, type Settings } from './settings.js';
import { reachMoved } from './tunnel/reach.js';
import { createTunnel, type Tunnel } from './tunnel/serve.js';
import { createTraffic } from './tunnel/traffic.js';
import manifest from '../package.json' with { type: 'json' };

const { version } = manifest;

async function start(settings: Settings): Promise<void> {
  const log = (line: string) => process.stdout.write(`${new Date().toISOString()} ${line}\n`);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      log('Stopping.');
      stopping.abort();
    });
  }
  const state: State = { connection: 'connecting', since: new Date() };
  const traffic = createTraffic();
  const discovery = createDiscovery(settings.discovers ? [browseMdns, searchSsdp] : []);
  const page = await servePage({
    settings: settings.page,
    switch: await createSwitch(settings.data, traffic),
    state,
    traffic,
    found: () => discovery.found(),
    version,
    log,
  });
  if (traffic.isStopped()) log('Nothing passes through: it was stopped on the page.');
  const started = new Date().toISOString();
  const { serve } = createTunnel({
    reach: (host, port) =>
      reachMoved(host, port, {
        allow: settings.allow,
        deniedPorts: page ? [page.port] : [],
        currentAddress: discovery.currentAddress,
      }),
    traffic,
  });
  const follow: Tunnel['follow'] = (onReport) =>
    discovery.follow((found) =>
      onReport({
        version,
        platform: `${platform()} ${arch()}`,
        addresses: ownAddresses(),
        started,
        found,
      }),
    );
  try {
    const { signal } = stopping;
    await runOrPair(settings, { version, tunnel: { serve, follow }, log, signal, state });
  } finally {
    discovery.stop();
    page?.close();
  }
}

type RunNeeds = Parameters<typeof run>[1];

/**
 * Runs with the stored key. A code pairs a new one: at first, at another address, and when the agent was removed. The stored
 * key stays until Trellis has accepted that.
 */
async function runOrPair(
  { url, code, data }: Settings,
  needs: Omit<RunNeeds, 'code' | 'onAccepted'>,
): Promise<void> {
  const known = await readIdentity(data);
  const address = url ?? known?.url;
  if (known && new URL(known.url).origin === new URL(address!).origin) {
    try {
      return await run(known, { ...needs, code: undefined, onAccepted: async () => undefined });
    } catch (error) {
      if (!(error instanceof Refused) || !error.isUnknown || code === undefined) throw error;
    }
  }
  if (address === undefined || code === undefined) {
    throw new UsageError('The agent is not paired yet: --url and --code are needed.');
  }
  const identity = newIdentity(address);
  await run(identity, { ...needs, code, onAccepted: () => storeIdentity(data, identity) });
}

const maxAddresses = 20;

const ownAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((all = []) => all)
    .filter(({ internal }) => !internal)
    .map(({ address }) => address)
    .slice(0, maxAddresses);

try {
  const settings = parseSettings(process.argv.slice(2), process.env);
  if (settings === 'help') process.stdout.write(help);
  else if (settings === 'version') process.stdout.write(`${version}\n`);
  else await start(settings);
} catch (error) {
  if (!(error instanceof UsageError || error instanceof Refused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
