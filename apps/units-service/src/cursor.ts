import { Problem } from '@trellis/contracts';
import { z } from 'zod';

/** A key of a row, as text. */
export const keyText = z
  .string()
  .regex(/^\d{1,19}$/)
  .refine((key) => BigInt(key) < 2n ** 63n);

/**
 * Declares the cursors of a kind of list by the fields that they hold. `kind` includes a version, which changes with the
 * fields: an older cursor, or one of another list, is refused and never misread. Callers see cursors as opaque text.
 */
export const cursorCodec = <Fields>(kind: string, fields: z.ZodType<Fields>) => ({
  encode: (cursor: Fields): string => JSON.stringify([kind, cursor]),
  /** Throws `invalid_request` for a text that is no such cursor. */
  decode(text: string): Fields {
    const { success, data } = z.tuple([z.literal(kind), fields]).safeParse(parse(text));
    if (!success) throw invalidCursor();
    return data[1];
  },
});

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function invalidCursor(detail = 'Is not a cursor of this list.'): Problem {
  return new Problem('invalid_request', detail, { errors: [{ pointer: '/query/cursor', detail }] });
}
