import { z } from 'zod';
import { cursorCodec, keyText } from '../cursor.js';

const sortText = z
  .string()
  .max(512)
  // PostgreSQL cannot store other texts.
  .refine((value) => value.isWellFormed() && !value.includes('\u0000'));

/** The item of an ordered list after which a page begins. */
const orderedCursor = z.object({
  /** The name of one of the lists that make up the whole. */
  list: sortText,
  key: keyText,
  /** The value by which the list is ordered, before the key. */
  value: sortText,
});
export type OrderedCursor = z.infer<typeof orderedCursor>;

export const orderedCursors = cursorCodec('ordered.1', orderedCursor);
