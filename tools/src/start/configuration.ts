import { commonConfiguration, readConfiguration, wholeNumber } from '@trellis/platform';
import { z } from 'zod';

/** The configuration of `npm start`. The services read further variables themselves. */
export const launcherConfiguration = commonConfiguration
  .omit({ QUEUE_DATABASE_URL: true, QUEUE_SHARDS: true })
  .extend({
    PORT: wholeNumber(1, 65_535).default(3000).describe('Port of the HTTP interface.'),
    DATA_DIR: z
      .string()
      .default('.data')
      .describe('Folder of the embedded database and the generated secrets.'),
    DATABASE_URL: commonConfiguration.shape.DATABASE_URL.optional().describe(
      'PostgreSQL database to use instead of the embedded one.',
    ),
    HEALTH_PORT: wholeNumber(1, 65_533)
      .optional()
      .describe(
        'Port of probes and metrics of api-gateway; units-service and connector-runtime use the next two.',
      ),
    LOG_LEVEL: commonConfiguration.shape.LOG_LEVEL.removeDefault()
      .default('warn')
      .describe('Minimum level of logged messages.'),
  });
export type LauncherConfiguration = z.infer<typeof launcherConfiguration>;

export const readLauncherConfiguration = () => readConfiguration(launcherConfiguration);
