import { Problem } from '@trellis/contracts';
import { isForeignKeyViolation } from '@trellis/database';

/** What was found a moment ago may have been removed by somebody else since: then it is not found. */
export async function orGone<T>(adding: Promise<T>): Promise<T> {
  try {
    return await adding;
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    throw new Problem('not_found', 'It has just been removed.');
  }
}
