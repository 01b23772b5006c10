import type { Schedule, Scheduler } from '@trellis/messaging';
import { z } from 'zod';

export interface SubscriptionData {
  subscription: string;
}

/**
 * One schedule per subscription with an address. A schedule never overlaps itself, so its messages are sent one after
 * another.
 */
export const subscriptionSchedule: Schedule<SubscriptionData> = {
  queue: 'subscriptions',
  data: z.object({ subscription: z.string() }),
};

/** The topic of hints that subscriptions with an address have changed. */
export const subscriptionsTopic = 'subscriptions';

export const startSubscriptions = (
  schedules: Pick<Scheduler<SubscriptionData>, 'start'>,
  ids: string[],
): Promise<void> => schedules.start(ids.map((id) => ({ id, data: { subscription: id } })));
