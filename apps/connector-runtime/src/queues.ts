import { connectorsContract, requestedBy } from '@trellis/contracts';
import {
  createJobQueue,
  createScheduler,
  type Broker,
  type DurableJob,
  type Schedule,
} from '@trellis/messaging';
import { z } from 'zod';

/** One schedule per client; its id is the client's. */
export const pollSchedule: Schedule<{ client: string }> = {
  queue: 'polls',
  sharded: true,
  data: z.object({ client: z.string() }),
};

const removal = z.object({ client: z.string(), ...requestedBy });
export type Removal = z.infer<typeof removal>;

/**
 * One job per client; its id is the client's. The delays stay below a minute, so that a removal succeeds soon after
 * the cause of its failure is gone.
 */
export const removalJob = (attempts: number): DurableJob<Removal> => ({
  queue: 'removals',
  data: removal,
  attempts,
  backoff: { firstMs: 1_000, maxMs: 30_000 },
});

/** One job per interaction with a connector; its id is the interaction's. Only idempotent ones are retried. */
export const interactionJob: DurableJob<{ interaction: string }> = {
  queue: 'interactions',
  data: z.object({ interaction: z.string() }),
  attempts: 4,
  backoff: { firstMs: 1_000, maxMs: 8_000 },
};

/**
 * One schedule per group: the things of one instance or of one app, in all bulk commands. A schedule never overlaps
 * itself, so the load on a remote technology is bounded across all processes.
 */
export const groupSchedule: Schedule<{ group: string }> = {
  queue: 'batches',
  data: z.object({ group: z.string() }),
};

/** The delays between attempts to send a message to an app. */
export const deliveryBackoff = { firstMs: 5_000, maxMs: 60 * 60_000 };

/** The attempts to send a message to a webhook. They take about four hours. */
const deliveryAttempts = 14;

/** One job per delivery; its id is the delivery's. */
export const deliveryJob: DurableJob<{ delivery: string }> = {
  queue: 'deliveries',
  sharded: true,
  data: z.object({ delivery: z.string() }),
  attempts: deliveryAttempts,
  backoff: deliveryBackoff,
};

/** One job for a few messages of a replay. Its own id identifies the replay. */
export const replayJob: DurableJob<{ job: string }> = {
  queue: 'replays',
  data: z.object({ job: z.string() }),
  attempts: deliveryAttempts,
  backoff: deliveryBackoff,
};

/** One schedule per redelivery, until all its messages are sent again. */
export const redeliverySchedule: Schedule<{ redelivery: string }> = {
  queue: 'redeliveries',
  data: z.object({ redelivery: z.string() }),
};

/** One schedule per subject, until its erasure is complete. */
export const erasureSchedule: Schedule<{ erasure: string }> = {
  queue: 'erasures',
  data: z.object({ erasure: z.string() }),
};

/**
 * One schedule per subscription with an address. A schedule never overlaps itself, so its messages are sent one after
 * another.
 */
export const subscriptionSchedule: Schedule<{ subscription: string }> = {
  queue: 'subscriptions',
  data: z.object({ subscription: z.string() }),
};

/** One job for each message of an alert rule; its id is the message's. */
export const alertMessageJob: DurableJob<{ message: string }> = {
  queue: 'alert-messages',
  data: z.object({ message: z.string() }),
  attempts: deliveryAttempts,
  backoff: deliveryBackoff,
};

/** A task that runs at an interval, in one process at a time. It is itself a schedule in the queues. */
export type RecurringTask = Schedule<Record<never, never>>;

export const reconciliation: RecurringTask = { queue: 'reconciliation', data: z.object({}) };

export const rotation: RecurringTask = { queue: 'secrets', data: z.object({}) };

export const alertEvaluation: RecurringTask = { queue: 'alerts', data: z.object({}) };

export const usageCounting: RecurringTask = { queue: 'usage', data: z.object({}) };

/** The queues that this service works on, each with a description of its jobs. */
export const ownQueues: Record<string, string> = {
  [connectorsContract.queue]: 'Calls to connector-runtime',
  [pollSchedule.queue]: 'A job for each client, whose id is the client’s',
  [removalJob(1).queue]: 'Removals of clients',
  [interactionJob.queue]: 'Writes and actions for connectors',
  [groupSchedule.queue]: 'A job for each group of a bulk command',
  [deliveryJob.queue]: 'Messages to apps',
  [replayJob.queue]: 'Messages that apps have requested again',
  [redeliverySchedule.queue]: 'Requests to send many messages to an app again',
  [erasureSchedule.queue]: 'Erasures of end users',
  [subscriptionSchedule.queue]:
    'A job for each subscription with an address, whose id is the subscription’s',
  [alertEvaluation.queue]: 'Evaluates the alert rules of all accounts',
  [alertMessageJob.queue]: 'Messages of alert rules',
  [reconciliation.queue]: 'Adds jobs that the database requires and that are missing',
  [usageCounting.queue]: 'Counts the usage of all accounts',
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
  redeliveries: createScheduler(broker, redeliverySchedule),
  erasures: createScheduler(broker, erasureSchedule),
  subscriptions: createScheduler(broker, subscriptionSchedule),
  alertMessages: createJobQueue(broker, alertMessageJob),
});

export type Queues = ReturnType<typeof openQueues>;
