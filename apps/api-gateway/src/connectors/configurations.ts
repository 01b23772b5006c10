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

export const configurationOperations: Operation[] = [
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
  operation.get('/api/v1/connectors/instances/:id/configuration', {
    tag: 'Connectors',
    id: 'getConnectorInstanceConfiguration',
    summary: 'Retrieve configuration of connector instance',
    description:
      'Its values and the names of its secrets, as a form that changes it needs them. The change may name the `ETag` in ' +
      '`If-Match`.',
    access: { scope: 'svc.connector.read' },
    answer: { status: 200, body: shownConfigurationResource },
    handle: ({ params, ...request }) => answerInstanceConfiguration(request, params.id),
  }),
];

export async function answerConfiguration(
  { connectors, ...request }: Opening & Pick<OperationRequest, 'connectors'>,
  id: string,
) {
  const { caller } = request;
  return toShown(request, id, await connectors('clients.read_configuration', { caller, id }));
}

export async function answerInstanceConfiguration(
  { connectors, ...request }: Opening & Pick<OperationRequest, 'connectors'>,
  id: string,
) {
  const { caller } = request;
  return toShown(request, id, await connectors('instances.read_configuration', { caller, id }));
}

type Opening = Pick<OperationRequest, 'sealing' | 'caller'>;

/** Decrypts a configuration, in the version that a patch changes. */
function toShown(
  { sealing, caller: { developer } }: Opening,
  id: string,
  { shown, version }: { shown: string; version: string },
) {
  const opened = sealing.open({ purpose: 'shown-configuration', developer, id }, shown);
  const body = shownConfiguration.parse(opened);
  return { body, etag: tagOf(version, body) };
}
