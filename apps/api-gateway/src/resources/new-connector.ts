import { z } from 'zod';

/** What an instance and a client are created from. */
export const newConnector = z
  .object({
    connector_type_id: z
      .string()
      .meta({ description: 'The `type_id` of a connector description.' }),
    configuration: z.record(z.string(), z.unknown()).meta({
      description: 'Depends on the type; its description has a sample and a JSON Schema.',
    }),
  })
  .meta({
    id: 'NewConnector',
    example: { connector_type_id: 'simulator', configuration: { application_key: 'any text' } },
  });

/** What changes an instance or a client. */
export const configurationPatch = z
  .strictObject({
    configuration: z
      .record(z.string(), z.unknown())
      .default({})
      .meta({ description: 'The members to change; null removes one.' }),
  })
  .meta({ id: 'ConfigurationPatch', example: { configuration: { interval_ms: 10_000 } } });
