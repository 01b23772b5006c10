import { CommandError, createCommand, runCommand } from './command-line.js';
import { startServers } from './images/servers.js';
import { createInstallation, type Builds } from './neighbors/installation.js';
import { createJourneys } from './neighbors/journeys.js';
import { previousRelease } from './neighbors/previous-release.js';
import { buildCommit, buildPresent, findCommit } from './neighbors/releases.js';

/** Runs services of two releases together, as during a rollout; docs/operate.md says what follows. */
const { release } = createCommand(
  'npm run test:neighbors --',
  'Builds the previous release and this one, and goes the main ways through each combination of their ' +
    'services that a rollout may pass. Builds of releases are kept in node_modules/.cache/releases.',
)
  .option('--release <ref>', 'the earlier release, a tag or a commit', previousRelease)
  .parse()
  .opts<{ release: string }>();

const write = (text: string) => void process.stdout.write(text);

/** All combinations, each of which replaces one service of the one before. */
function combinations(previous: string, present: string): [string, Builds][] {
  const of = (gateway: string, units: string, runtime: string): Builds => ({
    'units-service': units,
    'connector-runtime': runtime,
    'api-gateway': gateway,
  });
  return [
    ['previous services with the present schemas', of(previous, previous, previous)],
    ['present gateway', of(present, previous, previous)],
    ['present gateway and units-service', of(present, present, previous)],
    ['present units-service', of(previous, present, previous)],
    ['present units-service and connector-runtime', of(previous, present, present)],
    ['present services', of(present, present, present)],
    ['present gateway and connector-runtime', of(present, previous, present)],
    ['present connector-runtime', of(previous, previous, present)],
  ];
}

await runCommand(async () => {
  const commit = findCommit(release);
  if (!commit) {
    const found = `this clone does not have ${release}; fetch it (git fetch --tags --unshallow)`;
    if (process.env.CI) throw new CommandError(found);
    return write(`SKIPPED: ${found}.\n`);
  }
  write(`Building ${release} and this checkout.\n`);
  const previous = buildCommit(commit);
  const present = buildPresent();
  const servers = await startServers();
  const installation = await createInstallation(servers);
  try {
    installation.migrate(previous);
    await installation.roll({
      'units-service': previous,
      'connector-runtime': previous,
      'api-gateway': previous,
    });
    const journeys = await createJourneys(installation);
    await journeys.run();
    write('ok  previous services\n');
    // While the previous services run, as in a rollout.
    installation.migrate(present);
    for (const [name, builds] of combinations(previous, present)) {
      await installation.roll(builds);
      await journeys.run();
      write(`ok  ${name}\n`);
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
