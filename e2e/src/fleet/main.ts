import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { drills } from './drills/index.js';
import { excessesOf, reportHead, reportLine, violationsOf } from './report.js';
import { runDrills } from './run.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    clients: { type: 'string', default: '200' },
    interval: { type: 'string', default: '2000' },
    workers: { type: 'string', default: '3' },
  },
});
const chosen = drills.filter(({ name }) => name.includes(values.only));
if (chosen.length === 0) {
  const names = drills.map(({ name }) => name).join(', ');
  process.stderr.write(`No drill has "${values.only}" in its name. There are: ${names}.\n`);
  process.exit(2);
}
// They start in a fraction of the time that the sources take.
for (const service of ['units-service', 'connector-runtime', 'api-gateway']) {
  const cwd = join(root, 'apps', service);
  execFileSync(process.execPath, [join(root, 'tools/src/bundle.mjs')], { cwd });
}
const logs = mkdtempSync(join(tmpdir(), 'trellis-fleet-logs-'));
const write = (text: string) => void process.stdout.write(`${text}\n`);
write(`The services log to ${logs}.\n\n${reportHead}`);

const reports = await runDrills({
  drills: chosen,
  fleet: {
    sizes: { 'api-gateway': 2, 'units-service': 2, 'connector-runtime': Number(values.workers) },
    termination: { endpointLeavesMs: 1_500, preStopMs: 5_000 },
    logs,
    isBuilt: true,
  },
  clients: Number(values.clients),
  intervalMs: Number(values.interval),
  onReport: (report) => write(reportLine(report)),
});
let failed = 0;
for (const [index, report] of reports.entries()) {
  const found = [...violationsOf(report), ...excessesOf(chosen[index]!, report)];
  failed += found.length;
  for (const text of found) write(`${report.drill}: ${text}`);
}
process.exit(failed > 0 ? 1 : 0);
