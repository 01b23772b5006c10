import { Problem } from '@trellis/contracts';
import { isCancelled } from '@trellis/database';

/** Turns the cancellation of a statement into the problem `timeout`. */
export async function timeoutIfQueryCancelled<T>(querying: Promise<T>): Promise<T> {
  try {
    return await querying;
  } catch (error) {
    if (!isCancelled(error)) throw error;
    throw new Problem('timeout', 'The expression takes too long; ask for fewer items on a page.');
  }
}
