import type { Runtime } from '../../runtime.js';

/** The topic of hints that subscriptions with an address have changed. */
export const subscriptionsTopic = 'subscriptions';

export const startSubscriptions = (
  schedules: Runtime['subscriptions'],
  ids: string[],
): Promise<void> => schedules.start(ids.map((id) => ({ id, data: { subscription: id } })));
