import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCommand } from '@trellis/tools/command-line';
import { Option } from 'commander';
import { faults } from './faults/faults.js';
import { reportTable, type FaultReport } from './faults/report.js';
import { runFaults } from './faults/run.js';
import { named, wholeNumber } from './options.js';
import { print } from './print.js';
import type { Queues } from './system/servers.js';

/** Injects faults into the product under traffic; lab/drills.md describes the checks. */
const options = createCommand(
  'npm run test:faults --',
  'Injects faults into the product under traffic, and checks that nothing accepted is lost.',
)
  .option('--seed <number>', 'repeat the run with this seed', wholeNumber, Date.now() % 1_000_000)
  .option('--rounds <number>', 'how often to inject each fault', wholeNumber, 1)
  .option('--only <text>', 'only the faults whose names contain this text', '')
  .addOption(
    new Option('--queues <where>', 'where the queues are')
      .choices(['Redis', 'PostgreSQL', 'both'])
      .default('both'),
  )
  .parse()
  .opts<{ seed: number; rounds: number; only: string; queues: Queues | 'both' }>();

/** Limits on the longest answer during a fault, and on the time until everything works after it (ms). */
const maxAnswerMs = 10_000;
const maxHealingMs = 30_000;

const { seed, rounds } = options;
const chosen = named(faults, options.only);
const logs = mkdtempSync(join(tmpdir(), 'trellis-fault-logs-'));
print(`Seed ${seed}; the services log to ${logs}.`);
let failed = 0;
const backends: Queues[] = options.queues === 'both' ? ['Redis', 'PostgreSQL'] : [options.queues];
for (const queues of backends) {
  print(`\nQueues in ${queues}\n\n${reportTable.head}`);
  const reports = await runFaults({
    queues,
    seed,
    faults: chosen,
    rounds,
    maxFaultMs: 20_000,
    logs,
    onReport: (report) => print(reportTable.row(report)),
  });
  for (const report of reports) {
    const failures = failuresOf(report);
    failed += failures.length;
    for (const failure of failures) print(`${report.fault}: ${failure}`);
  }
}
process.exit(failed > 0 ? 1 : 0);

function failuresOf({
  longest,
  healedMs = Infinity,
  lastWrong,
  violations,
}: FaultReport): string[] {
  const failures = [...violations];
  if (longest.ms > maxAnswerMs) failures.push(`${longest.request} came late`);
  if (healedMs > maxHealingMs) {
    failures.push(...lastWrong.map((fault) => `healed late: ${fault}`));
  }
  return failures;
}
