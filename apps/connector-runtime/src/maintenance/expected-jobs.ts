import type { JobQueue, Scheduler } from '@trellis/messaging';
import { runGroups, type GroupData } from '../interactions/bulk/group-schedule.js';
import type { RemovalData } from '../clients/removal-queue.js';
import type { InteractionData } from '../interactions/interaction-job.js';
import type { DeliveryData } from '../delivery/delivery-job.js';
import { startSubscriptions, type SubscriptionData } from '../delivery/subscriptions/schedule.js';
import type { ReplayData } from '../delivery/webhooks/replay-job.js';
import type { PollData } from '../polling/schedule.js';
import { startPolls, type StartNeeds } from '../polling/start-polls.js';
import {
  expectedDeliveries,
  expectedGroups,
  expectedInteractions,
  expectedPolls,
  expectedRemovals,
  expectedReplays,
  expectedSubscriptions,
  type ExpectedJobsStatement,
} from './expected-jobs.sql.js';

/** Jobs that must exist according to the database. */
export interface ExpectedJobs {
  /** What must have a job. */
  statement: ExpectedJobsStatement;
  /** The ids that have none, of those given. */
  findMissing(ids: string[]): Promise<string[]>;
  /** Adds jobs; one that exists by then stays as it is. */
  add(ids: string[]): Promise<void>;
}

interface Needs extends StartNeeds {
  polls: Scheduler<PollData>;
  removals: JobQueue<RemovalData>;
  interactions: JobQueue<InteractionData>;
  groups: Scheduler<GroupData>;
  deliveries: JobQueue<DeliveryData>;
  replays: JobQueue<ReplayData>;
  subscriptions: Scheduler<SubscriptionData>;
}

/** Everything that the database says must have a job, by the queue of the jobs. */
export const expectedJobs = (needs: Needs): Record<string, ExpectedJobs> => ({
  removals: {
    statement: expectedRemovals,
    ...jobsOf(needs.removals, (client) => ({ client })),
  },
  interactions: {
    statement: expectedInteractions,
    ...jobsOf(needs.interactions, (interaction) => ({ interaction })),
  },
  groups: {
    statement: expectedGroups,
    findMissing: (ids) => needs.groups.findMissing([...new Set(ids)]),
    add: (ids) => runGroups(needs.groups, ids),
  },
  deliveries: {
    statement: expectedDeliveries,
    ...jobsOf(needs.deliveries, (delivery) => ({ delivery })),
  },
  replays: {
    statement: expectedReplays,
    ...jobsOf(needs.replays, (job) => ({ job })),
  },
  subscriptions: {
    statement: expectedSubscriptions,
    findMissing: (ids) => needs.subscriptions.findMissing(ids),
    add: (ids) => startSubscriptions(needs.subscriptions, ids),
  },
  polls: {
    statement: expectedPolls,
    findMissing: (ids) => needs.polls.findMissing(ids),
    add: (ids) => startPolls(needs, ids),
  },
});

const jobsOf = <Data>(queue: JobQueue<Data>, dataOf: (id: string) => Data) => ({
  findMissing: (ids: string[]) => queue.findMissing(ids),
  add: (ids: string[]) => queue.addAll(ids.map((id) => ({ id, data: dataOf(id) }))),
});
