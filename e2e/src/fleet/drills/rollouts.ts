import { generateKey } from '@trellis/sealing';
import type { ServiceName } from '@trellis/testing';
import type { Drill } from './drill.js';

/** No rollout may cost anything. */
const rollout = (name: string, run: Drill['run']): Drill => ({
  name,
  maxMissed: 0,
  maxGapMs: 10_000,
  hasCallers: true,
  run,
});

const rollingUpdate = (service: ServiceName): Drill =>
  rollout(`rolling update of ${service}`, async ({ fleet }) => {
    await fleet.roll(service);
    return [];
  });

export const rolloutDrills: Drill[] = [
  rollingUpdate('connector-runtime'),
  rollingUpdate('units-service'),
  rollingUpdate('api-gateway'),
];
