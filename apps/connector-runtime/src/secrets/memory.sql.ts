import { statement } from '@trellis/database';

/** Reads the memory of a client. $1 its id. */
export const readMemory = statement<{ memory: string | null }>(
  'memory.read',
  'SELECT memory FROM clients WHERE id = $1::uuid',
);

/** Replaces the memory of a client unless it has changed. $1 its id, $2 the memory as it was read, $3 the new one. */
export const replaceMemory = statement<{ id: string }>(
  'memory.replace',
  `UPDATE clients SET memory = $3 WHERE id = $1::uuid AND memory IS NOT DISTINCT FROM $2
  RETURNING id`,
);
