import { attributes, attributesPatch, clientsPerSubject, plainText } from '@trellis/contracts';
import { z } from 'zod';
import type { IdForms } from '@trellis/operations';

const example = { connector_type_id: 'simulator', configuration: { application_key: 'any text' } };

export const namedType = z
  .string()
  .describe('The `type_id` of a connector description, its number or its `href`.');

const newConnector = z.strictObject({
  connector_type_id: namedType,
  configuration: z.record(z.string(), z.unknown()).meta({
    writeOnly: true,
    description: 'Depends on the type; its description has a sample and a JSON Schema.',
  }),
});

/** Replaces a connector type, in whatever form it was sent, by its id or number. */
export const withBareType = <Body extends { connector_type_id: string }>(
  body: Body,
  forms: IdForms,
): Body => ({ ...body, connector_type_id: forms.named(body.connector_type_id) });

const perSubject = clientsPerSubject.describe(
  'How many clients a subject may have; if it is more than one, each needs a name.',
);

export const newInstance = newConnector
  .extend({ clients_per_subject: perSubject.default(1) })
  .meta({ id: 'NewConnectorInstance', example });

export const newClient = newConnector
  .extend({
    name: plainText
      .optional()
      .describe('Tells it from other clients of the subject, if there can be several.'),
    attributes: attributes.optional(),
    via: z.string().optional().describe('The id of an agent of the subject.'),
  })
  .meta({ id: 'NewConnectorClient', example });

export const configurationPatch = z
  .strictObject({
    configuration: z
      .record(z.string(), z.unknown())
      .default({})
      .meta({ description: 'The members to change; null removes one.', writeOnly: true }),
  })
  .meta({ id: 'ConfigurationPatch', example: { configuration: { interval_ms: 10_000 } } });

export const clientPatch = z
  .strictObject({
    configuration: configurationPatch.shape.configuration.unwrap().optional(),
    attributes: attributesPatch.optional(),
    via: z
      .string()
      .nullable()
      .optional()
      .describe('The id of another agent of the subject; null for a direct connection.'),
  })
  .meta({ id: 'ConnectorClientPatch', example: { configuration: { interval_ms: 10_000 } } });

export const instancePatch = configurationPatch
  .extend({ clients_per_subject: perSubject.optional() })
  .meta({ id: 'ConnectorInstancePatch', example: { clients_per_subject: 3 } });
