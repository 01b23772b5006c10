import type { DurableJob } from '@trellis/messaging';
import { z } from 'zod';

export interface RemovalData {
  client: string;
}

/**
 * One job per client; its id is the client's. The delays stay below a minute, so that a removal succeeds soon after
 * the cause of its failure is gone.
 */
export const removalJob = (attempts: number): DurableJob<RemovalData> => ({
  queue: 'removals',
  data: z.object({ client: z.string() }),
  attempts,
  backoff: { firstMs: 1_000, maxMs: 30_000 },
});
