import { Problem } from '@trellis/contracts';
import { isForeignKeyViolation } from '@trellis/database';

/** Answers `not_found` when a row that an insert refers to was deleted after it had been looked up. */
export async function notFoundIfDeleted<T>(insert: Promise<T>): Promise<T> {
  try {
    return await insert;
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    throw new Problem('not_found', 'A resource that the request names has just been deleted.');
  }
}
