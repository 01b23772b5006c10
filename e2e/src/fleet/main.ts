import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installed } from '@trellis/testing';
import { drills } from './drills/index.js';
import { listeningDrills } from './listening/drills.js';
import { createHomes } from './listening/homes.js';
import { listeningHead, listeningLine, runListeningDrills } from './listening/run.js';
import { startFleet, type FleetOptions } from './processes/fleet.js';
import { excessesOf, reportHead, reportLine, violationsOf } from './report.js';
import { runDrills } from './run.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    clients: { type: 'string', default: '200' },
    interval: { type: 'string', default: '2000' },
    workers: { type: 'string', default: '3' },
    homes: { type: 'string', default: '2000' },
  },
});
const isChosen = ({ name }: { name: string }) => name.includes(values.only);
const chosen = drills.filter(isChosen);
const chosenListening = listeningDrills.filter(isChosen);
if (chosen.length + chosenListening.length === 0) {
  const names = [...drills, ...listeningDrills].map(({ name }) => name).join(', ');
  process.stderr.write(`No drill has "${values.only}" in its name. There are: ${names}.\n`);
  process.exit(2);
}
const logs = mkdtempSync(join(tmpdir(), 'trellis-fleet-logs-'));
const write = (text: string) => void process.stdout.write(`${text}\n`);
const fleetOptions: FleetOptions = {
  sizes: { 'api-gateway': 2, 'units-service': 2, 'connector-runtime': Number(values.workers) },
  termination: { endpointLeavesMs: 1_500, preStopMs: 5_000 },
  logs,
};
let failed = 0;
const fail = (drill: string, found: string[]) => {
  failed += found.length;
  for (const text of found) write(`${drill}: ${text}`);
};
write(`The services log to ${logs}.\n`);
if (chosen.length > 0) await pollOn();
if (chosenListening.length > 0) await listenOn();
process.exit(failed > 0 ? 1 : 0);

async function pollOn(): Promise<void> {
  write(reportHead);
  const reports = await runDrills({
    drills: chosen,
    fleet: fleetOptions,
    clients: Number(values.clients),
    intervalMs: Number(values.interval),
    onReport: (report) => write(reportLine(report)),
  });
  for (const [index, report] of reports.entries()) {
    fail(report.drill, [...violationsOf(report), ...excessesOf(chosen[index]!, report)]);
  }
}

async function listenOn(): Promise<void> {
  if (!installed('mosquitto')) return write('Listening was left out: it needs mosquitto.');
  const limits = { LISTENERS_PER_DEVELOPER: values.homes, LISTENERS_PER_HOST: values.homes };
  const fleet = await startFleet({ ...fleetOptions, environment: limits });
  try {
    const homes = await createHomes(fleet, { count: Number(values.homes), perSecond: 400 });
    write(`\n${listeningHead}`);
    const reports = await runListeningDrills(
      { fleet, homes },
      {
        drills: chosenListening,
        calmMs: 5_000,
        onReport: (report) => write(listeningLine(report)),
      },
    );
    for (const { drill, failures, excesses } of reports) fail(drill, [...failures, ...excesses]);
    await homes.stop();
  } finally {
    await fleet.stop();
  }
}
