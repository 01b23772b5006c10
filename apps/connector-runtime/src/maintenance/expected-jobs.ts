import type { JobQueue } from '@trellis/messaging';
import { runGroups } from '../interactions/bulk/group.js';
import { startSubscriptions } from '../delivery/subscriptions/change.js';
import { startRedeliveries } from '../delivery/webhooks/redeliveries.js';
import { startPolls, type StartNeeds } from '../polling/start-polls.js';
import type { Queues } from '../queues.js';
import {
  expectedAlertMessages,
  expectedDeliveries,
  expectedErasures,
  expectedGroups,
  expectedInteractions,
  expectedPolls,
  expectedRemovals,
  expectedRedeliveries,
  expectedReplays,
  expectedSubscriptions,
  type ExpectedJobsStatement,
} from './expected-jobs.sql.js';

/** Jobs that must exist according to the database. */
export interface ExpectedJobs {
  statement: ExpectedJobsStatement;
  /** Returns those of the ids that have no job. */
  findMissing(ids: string[]): Promise<string[]>;
  add(ids: string[]): Promise<void>;
}

type Needs = StartNeeds & Queues;

/** Returns the jobs that must exist according to the database, by queue. */
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
  redeliveries: {
    statement: expectedRedeliveries,
    findMissing: (ids) => needs.redeliveries.findMissing(ids),
    add: (ids) => startRedeliveries(needs.redeliveries, ids),
  },
  erasures: {
    statement: expectedErasures,
    findMissing: (ids) => needs.erasures.findMissing(ids),
    add: (ids) => needs.erasures.start(ids.map((id) => ({ id, data: { erasure: id } }))),
  },
  subscriptions: {
    statement: expectedSubscriptions,
    findMissing: (ids) => needs.subscriptions.findMissing(ids),
    add: (ids) => startSubscriptions(needs.subscriptions, ids),
  },
  alertMessages: {
    statement: expectedAlertMessages,
    ...jobsOf(needs.alertMessages, (message) => ({ message })),
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
