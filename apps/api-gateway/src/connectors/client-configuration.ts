import { shownConfiguration } from '@trellis/contracts';
import { tagOf } from '@trellis/operations';
import { operation, type Operation, type OperationRequest } from '../operation.js';

export const shownConfigurationResource = shownConfiguration
  .extend({
    configuration: shownConfiguration.shape.configuration.describe(
      'Its members, but for secrets and what the schema of the connector does not describe.',
    ),
    secrets: shownConfiguration.shape.secrets.describe(
      'JSON Pointers of the secrets that are stored.',
    ),
  })
  .meta({
    id: 'ShownConfiguration',
    example: { configuration: { host: '192.0.2.20' }, secrets: ['/application_key'] },
  });

export const clientConfigurationOperations: Operation[] = [
  operation.get('/api/v1/connectors/clients/:id/configuration', {
    tag: 'Connectors',
    id: 'getConnectorClientConfiguration',
    summary: 'Retrieve configuration of connector client',
    description:
      'Its values and the names of its secrets, as a form that changes it needs them. The change may name the `ETag` in ' +
      '`If-Match`.',
    access: { scope: 'svc.connector.read', subject: 'optional' },
    answer: { status: 200, body: shownConfigurationResource },
    handle: ({ params, ...request }) => answerConfiguration(request, params.id),
  }),
];

export async function answerConfiguration(
  { connectors, sealing, caller }: Pick<OperationRequest, 'connectors' | 'sealing' | 'caller'>,
  id: string,
) {
  const { shown, version } = await connectors('clients.read_configuration', { caller, id });
  const { developer } = caller;
  const opened = sealing.open({ purpose: 'shown-configuration', developer, id }, shown);
  const body = shownConfiguration.parse(opened);
  return { body, etag: tagOf(version, body) };
}
