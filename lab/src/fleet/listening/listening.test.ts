import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { installed } from '@trellis/testing';
import { startFleet } from '../fleet.js';
import { createListeningScene, listeningDrills } from './drills.js';
import { runListeningDrills } from './run.js';

/** `npm run test:fleet` has all of them, with 2,000 homes, and measures how long they take. */
const selection = ['a worker killed while it listens', 'a worker drained while it listens'];

(installed('redis-server') && installed('mosquitto') ? test : test.skip)(
  'whatever becomes of a worker, every client is listened for again and no last change is lost',
  async () => {
    const logs = mkdtempSync(join(tmpdir(), 'trellis-fleet-logs-'));
    const fleet = await startFleet({
      sizes: {
        'api-gateway': 1,
        'units-service': 1,
        'connector-runtime': 2,
        'accounts-service': 1,
      },
      termination: { endpointLeavesMs: 300, preStopMs: 1_000 },
      logs,
    });
    try {
      const scene = await createListeningScene(fleet, 20);
      try {
        const reports = await runListeningDrills(scene, {
          drills: listeningDrills.filter(({ name }) => selection.includes(name)),
          perSecond: 20,
          calmMs: 2_000,
        });
        expect(reports.map(({ drill, failures }) => [drill, failures])).toEqual(
          selection.map((drill) => [drill, []]),
        );
        expect(reports.every(({ changes }) => changes > 0)).toBe(true);
      } finally {
        await scene.stop();
      }
    } finally {
      await fleet.stop();
    }
    rmSync(logs, { recursive: true });
  },
  // It waits for facts; a machine with other work may take minutes for them.
  600_000,
);
