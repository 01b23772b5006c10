import type { Fault } from './fault.js';
import { networkFaults } from './network.js';
import { postgresFaults } from './postgres.js';
import { redisFaults } from './redis.js';
import { serviceFaults } from './services.js';

/** Everything that can be made to fail. */
export const faults: readonly Fault[] = [
  ...serviceFaults,
  ...redisFaults,
  ...postgresFaults,
  ...networkFaults,
];
