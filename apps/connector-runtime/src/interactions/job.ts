import type { DurableJob } from '@trellis/messaging';
import { z } from 'zod';

export interface InteractionData {
  interaction: string;
}

/** One job an interaction; its id is the interaction's. Only idempotent ones use more than one attempt. */
export const interactionJob: DurableJob<InteractionData> = {
  queue: 'interactions',
  data: z.object({ interaction: z.string() }),
  attempts: 4,
  backoff: { first: 1_000, most: 8_000 },
};
