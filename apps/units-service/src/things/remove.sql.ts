import { statement } from '@trellis/database';

/** Deletes a thing, also from every unit. $1 key. */
export const deleteThing = statement('things.delete', 'DELETE FROM things WHERE key = $1::bigint');
