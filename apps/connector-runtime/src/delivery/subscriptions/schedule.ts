import type { Schedule, Scheduler } from '@trellis/messaging';
import { z } from 'zod';

export interface SubscriptionData {
  subscription: string;
}

/**
 * One schedule for each subscription with an address. As it never overlaps itself, its messages are sent one after
 * another, whichever processes there are.
 */
export const subscriptionSchedule: Schedule<SubscriptionData> = {
  queue: 'subscriptions',
  data: z.object({ subscription: z.string() }),
};

/** The topic of hints that there are other subscriptions with an address than before. */
export const subscriptionsTopic = 'subscriptions';

export const startSubscriptions = (
  schedules: Pick<Scheduler<SubscriptionData>, 'start'>,
  ids: string[],
): Promise<void> => schedules.start(ids.map((id) => ({ id, data: { subscription: id } })));
