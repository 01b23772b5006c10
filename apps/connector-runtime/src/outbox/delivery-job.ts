import type { DurableJob } from '@trellis/messaging';
import { z } from 'zod';

export interface DeliveryData {
  delivery: string;
}

/** One job a delivery; its id is the delivery's. The attempts are spread over about four hours. */
export const deliveryJob: DurableJob<DeliveryData> = {
  queue: 'deliveries',
  data: z.object({ delivery: z.string() }),
  attempts: 14,
  backoff: { first: 5_000, most: 60 * 60_000 },
};
