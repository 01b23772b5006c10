import type { DurableJob } from '@trellis/messaging';
import { z } from 'zod';

export interface InteractionData {
  interaction: string;
}

/** One job per interaction with a connector; its id is the interaction's. Only idempotent ones are retried. */
export const interactionJob: DurableJob<InteractionData> = {
  queue: 'interactions',
  data: z.object({ interaction: z.string() }),
  attempts: 4,
  backoff: { firstMs: 1_000, maxMs: 8_000 },
};
