import { Problem } from '@trellis/contracts';
import { memberErrors } from '@trellis/messaging';
import type { Sealing } from '@trellis/sealing';
import type { z } from 'zod';

/**
 * Opens a configuration that came sealed, checks it against the schema of its type, and seals it
 * for the database. What zod says names members and expectations, never a value.
 */
export function sealChecked(sealing: Sealing, schema: z.ZodObject, sealed: string): string {
  const result = schema.safeParse(sealing.open(sealed));
  if (!result.success) {
    throw new Problem('invalid_configuration', 'The configuration is not valid for its type.', {
      errors: memberErrors(result.error, ['configuration']),
    });
  }
  return sealing.seal(result.data);
}

/** Opens a configuration from the database; defaults that are newer than it are filled in. */
export function openChecked<Schema extends z.ZodObject>(
  sealing: Sealing,
  schema: Schema,
  sealed: string,
): z.output<Schema> {
  return schema.parse(sealing.open(sealed));
}
