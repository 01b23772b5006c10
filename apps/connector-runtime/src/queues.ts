import { connectorsContract } from '@trellis/contracts';
import { groupSchedule } from './interactions/bulk/group-schedule.js';
import { removalJob } from './clients/removal-job.js';
import { interactionJob } from './interactions/interaction-job.js';
import { deliveryJob } from './delivery/delivery-job.js';
import { pollSchedule } from './polling/schedule.js';
import { reconciliation } from './maintenance/start-reconciliation.js';
import { rotation } from './maintenance/rotation/start.js';
import { subscriptionSchedule } from './delivery/subscriptions/schedule.js';
import { replayJob } from './delivery/webhooks/replay-job.js';

/** The queues on whose jobs this service works, each with what is in it. */
export const ownQueues: Record<string, string> = {
  [connectorsContract.queue]: 'Calls to connector-runtime',
  [pollSchedule.queue]: 'A job for each client, whose id is the client’s',
  [removalJob(1).queue]: 'Removals of clients',
  [interactionJob.queue]: 'Writes and actions for connectors',
  [groupSchedule.queue]: 'A job for each group of a batch of writes and actions',
  [deliveryJob.queue]: 'Messages to apps',
  [replayJob.queue]: 'Messages that apps want to have sent again',
  [subscriptionSchedule.queue]:
    'A job for each subscription with an address, whose id is the subscription’s',
  [reconciliation.queue]: 'Keeps the other queues to what the database says',
  [rotation.queue]: 'Encrypts secrets with the current key',
};
