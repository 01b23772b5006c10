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
