import { Problem } from '@trellis/contracts';
import { memberErrors } from '@trellis/messaging';
import type { Binding, Sealing } from '@trellis/sealing';
import type { z } from 'zod';

/**
 * Checks a configuration, which arrives encrypted, against the schema of its connector type and
 * encrypts the result for the database. The errors name members and expectations, never a value.
 */
export function encryptConfiguration(
  sealing: Sealing,
  { schema, binding, sealed }: { schema: z.ZodObject; binding: Binding; sealed: string },
): string {
  const result = schema.safeParse(sealing.open(binding, sealed));
  if (!result.success) {
    throw new Problem('invalid_configuration', 'The configuration is not valid for its type.', {
      errors: memberErrors(result.error, ['configuration']),
    });
  }
  return sealing.seal(binding, result.data);
}

/** Decrypts a configuration from the database; fills in defaults that are newer than it. */
export function decryptConfiguration<Schema extends z.ZodObject>(
  sealing: Sealing,
  { schema, binding, sealed }: { schema: Schema; binding: Binding; sealed: string },
): z.output<Schema> {
  return schema.parse(sealing.open(binding, sealed));
}
