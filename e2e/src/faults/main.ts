import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Queues } from '../system/servers.js';
import { faults } from './injected/index.js';
import { reportHead, reportLine, type FaultReport } from './report.js';
import { runFaults } from './run.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    rounds: { type: 'string', default: '1' },
    queues: { type: 'string', default: 'both' },
    only: { type: 'string', default: '' },
  },
});
const chosen = faults.filter(({ name }) => name.includes(values.only));
if (chosen.length === 0) {
  const names = faults.map(({ name }) => name).join(', ');
  process.stderr.write(`No fault has "${values.only}" in its name. There are: ${names}.\n`);
  process.exit(2);
}
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const logs = mkdtempSync(join(tmpdir(), 'trellis-fault-logs-'));
const write = (text: string) => void process.stdout.write(`${text}\n`);
write(`Seed ${seed}; the services log to ${logs}.`);

/** While a fault lasts, answers come within this time (ms); after it, all is well within the other. */
const maxAnswerMs = 10_000;
const maxHealingMs = 30_000;

const shortcomings = ({ longest, healedMs, lastWrong, violations }: FaultReport): string[] => [
  ...violations,
  ...(longest.ms > maxAnswerMs ? [`${longest.request} came late`] : []),
  ...((healedMs ?? Infinity) > maxHealingMs ? lastWrong.map((what) => `healed late: ${what}`) : []),
];

let failed = 0;
const backends = values.queues === 'both' ? ['Redis', 'PostgreSQL'] : [values.queues];
for (const queues of backends as Queues[]) {
  write(`\nQueues in ${queues}\n\n${reportHead}`);
  const reports = await runFaults({
    queues,
    seed,
    faults: chosen,
    rounds: Number(values.rounds),
    maxFaultMs: 20_000,
    logs,
    onReport: (report) => write(reportLine(report)),
  });
  for (const report of reports) {
    const found = shortcomings(report);
    failed += found.length;
    for (const text of found) write(`${report.fault}: ${text}`);
  }
}
process.exit(failed > 0 ? 1 : 0);
