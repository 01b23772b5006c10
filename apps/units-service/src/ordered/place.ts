import { Problem } from '@trellis/contracts';
import { z } from 'zod';

/** Where a page begins: after an item of one of the lists that make up the whole. */
export interface Place {
  list: string;
  key: string;
  /** By what the list is ordered, before the key. */
  value: string;
}

/** What PostgreSQL takes as a text. */
const text = z
  .string()
  .max(512)
  .refine((value) => value.isWellFormed() && !value.includes('\u0000'));

const form = z.tuple([text, z.string().regex(/^\d{1,18}$/), text]);

/** The cursor of the page after a place. */
export const toCursor = ({ list, key, value }: Place): string => JSON.stringify([list, key, value]);

/** The place of a cursor; throws `invalid_request` for what is none. */
export function fromCursor(cursor: string): Place {
  const [list, key, value] = form.catch(invalidCursor).parse(parse(cursor));
  return { list, key, value };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function invalidCursor(): never {
  const detail = 'Is not a cursor of this list.';
  throw new Problem('invalid_request', detail, { errors: [{ pointer: '/query/cursor', detail }] });
}
