import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installed } from '@trellis/testing';
import { createCommand } from '@trellis/tools/command-line';
import { drills } from './fleet/drills.js';
import { startFleet, type FleetOptions } from './fleet/fleet.js';
import { createListeningScene, listeningDrills } from './fleet/listening/drills.js';
import { listeningTable, runListeningDrills } from './fleet/listening/run.js';
import { causeTable, excessesOf, reportTable, violationsOf } from './fleet/report.js';
import { runDrills } from './fleet/run.js';
import { named, wholeNumber } from './options.js';
import { print } from './print.js';

/** Kills, stops, adds and updates processes under load; lab/drills.md describes the limits. */
const options = createCommand(
  'npm run test:fleet --',
  'Kills, stops, adds and updates processes of the services under polls and requests, and counts the cost.',
)
  .option('--only <text>', 'only the drills whose names contain this text', '')
  .option('--clients <number>', 'how many clients are polled', wholeNumber, 200)
  .option('--interval <milliseconds>', 'interval of their polls', wholeNumber, 2_000)
  .option('--homes <number>', 'how many clients have listeners', wholeNumber, 2_000)
  .option('--workers <number>', 'how many connector-runtimes there are', wholeNumber, 3)
  .parse()
  .opts<{ only: string; clients: number; interval: number; homes: number; workers: number }>();

const chosen = named([...drills, ...listeningDrills], options.only);
const pollingDrills = drills.filter((drill) => chosen.includes(drill));
const chosenListening = listeningDrills.filter((drill) => chosen.includes(drill));
const logs = mkdtempSync(join(tmpdir(), 'trellis-fleet-logs-'));
const fleetOptions: FleetOptions = {
  sizes: {
    'api-gateway': 2,
    'units-service': 2,
    'connector-runtime': options.workers,
    'accounts-service': 1,
  },
  termination: { endpointLeavesMs: 1_500, preStopMs: 5_000 },
  logs,
};
let failed = 0;
function fail(drill: string, failures: string[]): void {
  failed += failures.length;
  for (const failure of failures) print(`${drill}: ${failure}`);
}

print(`The services log to ${logs}.\n`);
if (pollingDrills.length > 0) await runPollingDrills();
if (chosenListening.length > 0 && installed('mosquitto')) await runDrillsWithListeners();
else if (chosenListening.length > 0) print('The drills with listeners need mosquitto.');
process.exit(failed > 0 ? 1 : 0);

async function runPollingDrills(): Promise<void> {
  print(reportTable.head);
  const reports = await runDrills({
    drills: pollingDrills,
    fleet: fleetOptions,
    clients: options.clients,
    intervalMs: options.interval,
    onReport: (report) => print(reportTable.row(report)),
  });
  const causes = reports.flatMap(({ drill, causes }) => causes.map((one) => ({ drill, ...one })));
  if (causes.length > 0) print(`\n${causeTable.head}`);
  for (const cause of causes) print(causeTable.row(cause));
  for (const [index, report] of reports.entries()) {
    fail(report.drill, [...violationsOf(report), ...excessesOf(pollingDrills[index]!, report)]);
  }
}

async function runDrillsWithListeners(): Promise<void> {
  const limit = String(options.homes);
  const environment = { LISTENERS_PER_DEVELOPER: limit, LISTENERS_PER_HOST: limit };
  const fleet = await startFleet({ ...fleetOptions, environment });
  try {
    const scene = await createListeningScene(fleet, options.homes);
    print(`\n${listeningTable.head}`);
    const reports = await runListeningDrills(scene, {
      drills: chosenListening,
      perSecond: 400,
      calmMs: 5_000,
      onReport: (report) => print(listeningTable.row(report)),
    });
    for (const { drill, failures, excesses } of reports) fail(drill, [...failures, ...excesses]);
    await scene.stop();
  } finally {
    await fleet.stop();
  }
}
