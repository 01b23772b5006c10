import type { DurableJob } from '@trellis/messaging';
import { z } from 'zod';

export interface ReplayData {
  /** The job's own id, which identifies its replay. */
  job: string;
}

/** One job for a few messages of a replay. Its attempts take about four hours, as those of a delivery. */
export const replayJob: DurableJob<ReplayData> = {
  queue: 'replays',
  data: z.object({ job: z.string() }),
  attempts: 14,
  backoff: { firstMs: 5_000, maxMs: 60 * 60_000 },
};
