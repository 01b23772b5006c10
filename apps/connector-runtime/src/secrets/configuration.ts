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
  return sealing.seal(binding, checkConfiguration(schema, sealing.open(binding, sealed)));
}

/** Parses a configuration by the schema of its connector type; throws `invalid_configuration`. */
export function checkConfiguration<Schema extends z.ZodObject>(
  schema: Schema,
  configuration: unknown,
): z.output<Schema> {
  const result = schema.safeParse(configuration);
  if (result.success) return result.data;
  throw new Problem('invalid_configuration', 'The configuration is not valid for its type.', {
    errors: memberErrors(result.error, ['configuration']),
  });
}

/** Decrypts a configuration from the database; fills in defaults that are newer than it. */
export function decryptConfiguration<Schema extends z.ZodObject>(
  sealing: Sealing,
  { schema, binding, sealed }: { schema: Schema; binding: Binding; sealed: string },
): z.output<Schema> {
  return schema.parse(sealing.open(binding, sealed));
}
