import type { Environment } from '../generated/prisma/client.js';

/** Returns when an environment or organization was deleted and is erased; nothing if it was not deleted. */
export const toDeletion = ({ deleted, erases }: Pick<Environment, 'deleted' | 'erases'>) =>
  deleted && { deletion: { requested: deleted.toISOString(), erases: erases!.toISOString() } };
