import type { Suite } from '../backends.js';
import { testCallBatches } from './call-batches.js';
import { testCallWorkers } from './call-workers.js';
import { testCalls } from './calls.js';
import { testCheck, testClockSkew, testJobClock } from './clock.js';
import { testDurableJobs } from './durable-jobs.js';
import { testHints } from './hints.js';
import { testJobClaims } from './job-claims.js';
import { testLateness } from './lateness.js';
import { testObservers } from './observers.js';
import { testScheduleWorkers } from './schedule-workers.js';
import { testSchedules } from './schedules.js';
import { testShards } from './shards.js';
import { testTracers } from './tracers.js';

/** The promises of this library, which hold for every backend. */
export const testConformance: Suite = (queues) => {
  testCalls(queues);
  testCallBatches(queues);
  testCallWorkers(queues);
  testDurableJobs(queues);
  testSchedules(queues);
  testScheduleWorkers(queues);
  testLateness(queues);
  testJobClaims(queues);
  testHints(queues);
  testShards(queues);
  testClockSkew(queues);
  testJobClock(queues);
  testCheck(queues);
  testObservers(queues);
  testTracers(queues);
};
