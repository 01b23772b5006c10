import { dependencyDrills } from './dependencies.js';
import type { Drill } from './drill.js';
import { queueDrills } from './queues.js';
import { rolloutDrills } from './rollouts.js';
import { workerDrills } from './workers.js';

/** All drills with polls and requests. */
export const drills: readonly Drill[] = [
  ...queueDrills,
  ...workerDrills,
  ...dependencyDrills,
  ...rolloutDrills,
];
