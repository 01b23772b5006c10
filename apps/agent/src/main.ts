import { readFileSync } from 'node:fs';
import { arch, networkInterfaces, platform } from 'node:os';
import { Refused } from './connect.js';
import { createDiscovery } from './discovery/discovery.js';
import {
  fingerprintOf,
  newIdentity,
  readIdentity,
  storeIdentity,
  type Identity,
} from './identity.js';
import { servePage } from './page/serve.js';
import { run, type State } from './run.js';
import { help, parseSettings, UsageError, type Settings } from './settings.js';
import { reach } from './tunnel/reach.js';
import { createTunnel } from './tunnel/serve.js';
import { createTraffic } from './tunnel/traffic.js';

const { version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string };

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

async function start(settings: Settings): Promise<void> {
  const identity = await identityOf(settings);
  const log = (line: string) => process.stdout.write(`${new Date().toISOString()} ${line}\n`);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stopping.abort());
  }
  const state: State = { connection: 'connecting', since: new Date() };
  const traffic = createTraffic();
  const discovery = createDiscovery({ isOn: settings.discovers });
  const page = await servePage(settings.page, {
    state,
    traffic,
    found: () => discovery.found(),
    identity: { url: identity.url, fingerprint: fingerprintOf(identity), version },
    log,
  });
  const started = new Date().toISOString();
  const tunnel = createTunnel({
    reach: (host, port) =>
      reach(host, port, { allow: settings.allow, deniedPorts: page ? [page.port] : [] }),
    traffic,
    follow: (onReport) =>
      discovery.follow((found) =>
        onReport({
          version,
          platform: `${platform()} ${arch()}`,
          addresses: ownAddresses(),
          started,
          found,
        }),
      ),
  });
  try {
    const { signal } = stopping;
    const needs = { folder: settings.data, version, serve: tunnel.serve, log, signal, state };
    await runOrPair(identity, { ...needs, code: settings.code });
  } finally {
    discovery.stop();
    page?.close();
  }
}

/** Runs with the key; with a code, an agent that was removed gets another key. */
async function runOrPair(identity: Identity, needs: Parameters<typeof run>[1]): Promise<void> {
  const { code, folder } = needs;
  if (identity.agent === undefined) return run(identity, needs);
  try {
    await run(identity, { ...needs, code: undefined });
  } catch (error) {
    if (!(error instanceof Refused) || code === undefined) throw error;
    const next = newIdentity(identity.url);
    await storeIdentity(folder, next);
    await run(next, needs);
  }
}

/** Returns the stored identity, or a new one; another address of Trellis, or a code, begins anew. */
async function identityOf({ url, code, data }: Settings): Promise<Identity> {
  const known = await readIdentity(data);
  if (known && (url === undefined || url === known.url) && (known.agent ?? code) !== undefined) {
    return known;
  }
  if (url === undefined || code === undefined) {
    throw new UsageError('The agent is not paired yet: --url and --code are needed.');
  }
  const identity = newIdentity(url);
  await storeIdentity(data, identity);
  return identity;
}

const maxAddresses = 20;

const ownAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((all = []) => all)
    .filter(({ internal }) => !internal)
    .map(({ address }) => address)
    .slice(0, maxAddresses);
