import { runSchedules, work, type Broker, type DurableJob } from '@trellis/messaging';
import { deliver } from './callbacks/deliver.js';
import { sweepDeliveries } from './callbacks/deliveries.js';
import { deliveryJob } from './callbacks/job.js';
import { interactionJob } from './interactions/job.js';
import { performInteraction } from './interactions/perform.js';
import { sweepInteractions } from './interactions/sweep.js';
import { poll } from './polling/poll.js';
import { pollSchedule } from './polling/schedule.js';
import { attemptRemoval } from './removal/attempt.js';
import type { RemovalData } from './removal/job.js';
import { callbackLaneOptions, interactionLaneOptions, jobsFor } from './remote/lane-options.js';
import type { LaneOptions } from './remote/lanes.js';
import type { Runtime } from './runtime.js';

/** How often it is looked for what is old or lost (ms). */
const sweepInterval = 60_000;

/** Does the work that outlives requests, until the broker is closed; what it gives ends the rest. */
export function runJobs(
  broker: Broker,
  runtime: Runtime,
  { removals, pollLanes }: { removals: DurableJob<RemovalData>; pollLanes: LaneOptions },
): () => void {
  const { log } = runtime;
  runSchedules(broker, pollSchedule, (data) => poll(runtime, data), {
    concurrency: jobsFor(pollLanes),
    retryAfter: 10_000,
    onFailure: (error, client) => log.error({ err: error, client }, 'poll failed'),
  });
  work(broker, removals, (data) => attemptRemoval(runtime, data), {
    concurrency: 50,
    onFailure: (error, client, attempt) =>
      log.warn({ client, attempt, reason: error.message }, 'removal attempt failed'),
  });
  work(broker, interactionJob, (data, attempt) => performInteraction(runtime, data, attempt), {
    concurrency: jobsFor(interactionLaneOptions),
    onFailure: (error, interaction, attempt) =>
      log.warn({ interaction, attempt, reason: error.message }, 'interaction is tried again'),
  });
  work(broker, deliveryJob, (data, attempt) => deliver(runtime, data, attempt), {
    concurrency: jobsFor(callbackLaneOptions),
    onFailure: (error, delivery, attempt) =>
      log.info({ delivery, attempt, reason: error.message }, 'delivery is tried again'),
  });
  const sweeping = setInterval(() => {
    void sweepInteractions(runtime);
    void sweepDeliveries(runtime);
  }, sweepInterval);
  return () => clearInterval(sweeping);
}
