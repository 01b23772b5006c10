import type { DurableJob } from '@trellis/messaging';
import { z } from 'zod';

export interface RemovalData {
  client: string;
}

/**
 * One job a client; its id is the client's. The pauses stay below a minute so that a removal is
 * done soon after what was in its way is gone.
 */
export const removalJob = (attempts: number): DurableJob<RemovalData> => ({
  queue: 'removals',
  data: z.object({ client: z.string() }),
  attempts,
  backoff: { first: 1_000, most: 30_000 },
});
