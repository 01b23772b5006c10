import { CommandError, createCommand, runCommand } from './command-line.js';
import { startServers } from './images/servers.js';
import { acrossTheGateway, all, before } from './neighbors/combinations.js';
import { createInstallation } from './neighbors/installation.js';
import { createJourneys } from './neighbors/journeys/index.js';
import { previousRelease } from './neighbors/previous-release.js';
import { buildCommit, findCommit, lacksHistory, present } from './neighbors/releases.js';

/** Runs services of two releases together, as during a rollout; docs/operate.md says what follows. */
const { release, short, wherePossible } = createCommand(
  'npm run test:neighbors --',
  'Builds the previous release and this one, and goes the main ways through each combination of their ' +
    'services that a rollout may pass. Builds of releases are kept in node_modules/.cache/releases.',
)
  .option('--release <ref>', 'the earlier release, a tag or a commit', previousRelease)
  .option('--short', 'only the gateway of one release with the services of the other', false)
  .option(
    '--where-possible',
    'does nothing, and says so, in a shallow clone without the earlier release',
    false,
  )
  .parse()
  .opts<{ release: string; short: boolean; wherePossible: boolean }>();

const write = (text: string) => void process.stdout.write(`${text}\n`);

await runCommand(async () => {
  const commit = findCommit(release);
  if (!commit) {
    const missing = `this clone does not have ${release}; fetch it (git fetch --tags --unshallow)`;
    if (!wherePossible || !lacksHistory()) throw new CommandError(missing);
    return write(`Neighboring releases skipped: ${missing}.`);
  }
  const started = performance.now();
  const seconds = () => `${Math.round((performance.now() - started) / 1_000)} s`;
  const previous = buildCommit(commit);
  write(`${release} is built (${seconds()})`);
  const servers = await startServers();
  const installation = await createInstallation(servers);
  try {
    const journeys = await createJourneys(installation);
    installation.migrate(previous);
    await installation.roll(before(previous).builds);
    await journeys.run();
    write(`ok  ${before(previous).name} (${seconds()})`);
    // While the previous services run, as in a rollout.
    installation.migrate(present);
    const combinations = short ? acrossTheGateway : all;
    for (const { name, builds } of combinations(previous, present)) {
      await installation.roll(builds);
      await journeys.run();
      write(`ok  ${name} (${seconds()})`);
    }
    journeys.close();
  } catch (error) {
    // Which way it was, and with what.
    process.stderr.write(`${(error as Error).stack}\n`);
    throw error;
  } finally {
    await installation.stop();
    await servers.stop();
  }
});
