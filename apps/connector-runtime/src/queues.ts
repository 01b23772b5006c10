import { connectorsContract } from '@trellis/contracts';
import { createJobQueue, createScheduler, type Broker } from '@trellis/messaging';
import { removalJob } from './clients/removal-job.js';
import { deliveryJob } from './delivery/delivery-job.js';
import { subscriptionSchedule } from './delivery/subscriptions/schedule.js';
import { replayJob } from './delivery/webhooks/replay-job.js';
import { groupSchedule } from './interactions/bulk/group.js';
import { interactionJob } from './interactions/perform.js';
import { reconciliation, rotation } from './maintenance/recurring.js';
import { pollSchedule } from './polling/schedule.js';

/** The queues that this service works on, each with a description of its jobs. */
export const ownQueues: Record<string, string> = {
  [connectorsContract.queue]: 'Calls to connector-runtime',
  [pollSchedule.queue]: 'A job for each client, whose id is the client’s',
  [removalJob(1).queue]: 'Removals of clients',
  [interactionJob.queue]: 'Writes and actions for connectors',
  [groupSchedule.queue]: 'A job for each group of a bulk command',
  [deliveryJob.queue]: 'Messages to apps',
  [replayJob.queue]: 'Messages that apps have requested again',
  [subscriptionSchedule.queue]:
    'A job for each subscription with an address, whose id is the subscription’s',
  [reconciliation.queue]: 'Adds jobs that the database requires and that are missing',
  [rotation.queue]: 'Encrypts secrets with the current key',
};

/** Opens the queues to which this service adds jobs. */
export const openQueues = (broker: Broker, { removalAttempts }: { removalAttempts: number }) => ({
  polls: createScheduler(broker, pollSchedule),
  removals: createJobQueue(broker, removalJob(removalAttempts)),
  interactions: createJobQueue(broker, interactionJob),
  groups: createScheduler(broker, groupSchedule),
  deliveries: createJobQueue(broker, deliveryJob),
  replays: createJobQueue(broker, replayJob),
  subscriptions: createScheduler(broker, subscriptionSchedule),
});

export type Queues = ReturnType<typeof openQueues>;
