import { setTimeout as pause } from 'node:timers/promises';
import type { Drill } from './drill.js';

const stoppedMs = 30_000;

/** Time until locks expire and the jobs of a lost worker are claimed (ms). */
const takeoverMs = 10_000;

export const workerDrills: Drill[] = [
  {
    name: 'a worker killed',
    maxMissed: 0.03,
    maxGapMs: takeoverMs,
    async run({ fleet }) {
      await fleet.kill('connector-runtime', 1);
      await pause(takeoverMs);
      return [];
    },
  },
  {
    name: 'a worker stopped for 30 s',
    maxMissed: 0.03,
    maxGapMs: takeoverMs,
    async run({ fleet }) {
      const [worker] = fleet.processesOf('connector-runtime');
      worker!.kill('SIGSTOP');
      await pause(stoppedMs);
      worker!.kill('SIGCONT');
      return [];
    },
  },
  {
    name: 'two workers added',
    maxMissed: 0,
    maxGapMs: takeoverMs,
    async run({ fleet }) {
      await fleet.scale('connector-runtime', fleet.processesOf('connector-runtime').length + 2);
      return [];
    },
  },
];
