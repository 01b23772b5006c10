import type { BatchResult, InteractionBatch } from '@trellis/contracts';

type Progress = InteractionBatch['progress'];
type Status = BatchResult['status'];

/** Returns the status that callers see. */
export const shownStatus = (stored: string): Status =>
  stored === 'waiting' ? 'pending' : (stored as Status);

/** Counts the parts of a bulk command by status. */
export function progressOf(counts: { status: string; count: number }[]): Progress {
  const progress: Progress = { pending: 0, running: 0, completed: 0, failed: 0, cancelled: 0 };
  for (const { status, count } of counts) progress[shownStatus(status)] += count;
  return progress;
}

export function statusOf({ cancelled }: Progress, hasEnded: boolean): InteractionBatch['status'] {
  if (!hasEnded) return 'pending';
  return cancelled > 0 ? 'cancelled' : 'completed';
}
