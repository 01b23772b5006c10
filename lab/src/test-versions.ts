import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, newAccount, waitFor, type ServiceName } from '@trellis/testing';
import { createCommand, runCommand } from '@trellis/tools/command-line';
import { createJourney } from './journey.js';
import { print } from './print.js';
import { startServers } from './system/servers.js';
import { startService, type Service } from './system/service.js';
import {
  buildCommit,
  presentBuild,
  presentVersion,
  previousCommit,
  servicesIn,
  versionAt,
} from './versions/builds.js';

/** Runs services of two versions together, as during a rollout; docs/operate.md says what follows from it. */
createCommand(
  'npm run test:versions --',
  'Runs the services of the previous commit on main together with these, if both have the same minor version.',
).parse();

await runCommand(async () => {
  const commit = previousCommit();
  if (!commit) return print('Versions skipped: this clone does not have the previous commit.');
  const [previous, present] = [versionAt(commit), presentVersion()];
  if (minorOf(previous) !== minorOf(present)) {
    return print(`Versions skipped: ${present} is not compatible with ${previous}.`);
  }
  await testRollout(buildCommit(commit));
});

/** Until 1.0.0 another minor version may change tables, calls and jobs. */
function minorOf(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}

async function testRollout(previousBuild: string): Promise<void> {
  const logs = mkdtempSync(join(tmpdir(), 'trellis-versions-'));
  const servers = await startServers({ queues: 'Redis', logs, builds: previousBuild });
  const port = String(await freePort());
  const account = newAccount(
    { address: `http://127.0.0.1:${port}`, jwtSecret: servers.jwtSecret },
    { lifetimeSeconds: 3_600 },
  );
  const runJourney = createJourney(account);
  const running = new Map<ServiceName, Service>();

  async function replace(names: readonly ServiceName[], builds: string): Promise<void> {
    for (const name of names) {
      await running.get(name)?.stop();
      const environment = { ...(await servers.environmentOf(name)), PORT: port };
      const program = { ...servers.programOf(name), builds, environment };
      running.set(name, await startService(program));
    }
    const isUp = async () =>
      (await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined))?.ok ?? false;
    await waitFor(isUp, { within: 120_000, what: 'the services' });
    await runJourney();
  }

  try {
    await replace(servicesIn(previousBuild), previousBuild);
    await servers.migrate(presentBuild);
    await replace(['api-gateway'], presentBuild);
    print('ok  new gateway, previous services');
    await replace(['api-gateway'], previousBuild);
    const others = servicesIn(presentBuild).filter((name) => name !== 'api-gateway');
    await replace(others, presentBuild);
    print('ok  previous gateway, new services');
    await replace(['api-gateway'], presentBuild);
    print('ok  new services');
  } catch (error) {
    print(`The services log to ${logs}.`);
    throw error;
  } finally {
    for (const service of running.values()) await service.stop();
    await servers.stop();
  }
}
