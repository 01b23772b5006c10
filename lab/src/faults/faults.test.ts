import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { backends } from '@trellis/testing';
import { faults } from './faults.js';
import { runFaults } from './run.js';

/** Faults that last no longer than they must; `npm run test:faults` injects all of them. */
const selection = {
  Redis: ['units-service killed', 'Redis emptied'],
  PostgreSQL: ['connector-runtime killed', 'PostgreSQL restarted'],
};

test.each(backends.filter(({ available }) => available))(
  'with the queues in $backend, faults lose and double nothing that was accepted, and heal',
  async ({ backend: queues }) => {
    const logs = mkdtempSync(join(tmpdir(), 'trellis-fault-logs-'));
    const reports = await runFaults({
      queues,
      seed: 1,
      faults: faults.filter(({ name }) => selection[queues].includes(name)),
      rounds: 1,
      maxFaultMs: 2_000,
      logs,
    });
    expect(reports).toHaveLength(2);
    for (const report of reports) {
      expect(report).toMatchObject({ violations: [], healedMs: expect.any(Number) });
      // On a slow machine, nothing that such a short fault has met may have been accepted.
      expect(report.accepted + report.refused + report.unknown).toBeGreaterThan(0);
    }
    rmSync(logs, { recursive: true });
  },
);
