import type { DurableJob } from '@trellis/messaging';
import { z } from 'zod';

export interface DeliveryData {
  delivery: string;
}

/** One job per delivery; its id is the delivery's. The attempts take about four hours. */
export const deliveryJob: DurableJob<DeliveryData> = {
  queue: 'deliveries',
  sharded: true,
  data: z.object({ delivery: z.string() }),
  attempts: 14,
  backoff: { firstMs: 5_000, maxMs: 60 * 60_000 },
};
