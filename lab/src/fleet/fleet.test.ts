import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { installed } from '@trellis/testing';
import { drills } from './drills.js';
import { violationsOf } from './report.js';
import { runDrills } from './run.js';

/** Drills that last no longer than they must; `npm run test:fleet` has all of them, and counts. */
const selection = ['Redis emptied', 'a worker killed', 'rolling update of api-gateway'];

(installed('redis-server') ? test : test.skip)(
  'whatever becomes of a fleet, no client is polled twice at once, fails or stays without polls',
  async () => {
    const logs = mkdtempSync(join(tmpdir(), 'trellis-fleet-logs-'));
    const reports = await runDrills({
      drills: drills.filter(({ name }) => selection.includes(name)),
      fleet: {
        sizes: {
          'api-gateway': 1,
          'units-service': 1,
          'connector-runtime': 2,
          'accounts-service': 1,
        },
        termination: { endpointLeavesMs: 300, preStopMs: 1_000 },
        logs,
      },
      clients: 10,
      intervalMs: 2_000,
    });
    expect(reports.map(({ drill }) => drill)).toEqual(selection);
    for (const report of reports) {
      expect([report.drill, violationsOf(report)]).toEqual([report.drill, []]);
      // On a machine that has no processor to spare, a service may answer too late.
      expect(report.requests.failures.filter((failure) => !failure.endsWith(': 504'))).toEqual([]);
      expect(report.polls.due).toBeGreaterThan(0);
    }
    rmSync(logs, { recursive: true });
  },
);
