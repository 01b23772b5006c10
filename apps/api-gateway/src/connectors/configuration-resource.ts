import { shownConfiguration } from '@trellis/contracts';

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
