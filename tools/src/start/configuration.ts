import { commonConfiguration, readConfiguration, wholeNumber } from '@trellis/platform';
import { z } from 'zod';
import { serviceNames, services, type ServiceName } from '../services.js';
import type { Secrets } from './data-directory.js';

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
    HEALTH_PORT: wholeNumber(1, 65_532)
      .optional()
      .describe(
        'Port of probes and metrics of api-gateway; units-service, connector-runtime and accounts-service use the next three.',
      ),
    LOG_LEVEL: commonConfiguration.shape.LOG_LEVEL.removeDefault()
      .default('warn')
      .describe('Minimum level of logged messages.'),
  });
export type LauncherConfiguration = z.infer<typeof launcherConfiguration>;

export type Environment = Record<string, string | undefined>;

export interface EnvironmentOptions {
  configuration: LauncherConfiguration;
  secrets: Secrets;
  databaseUrl: string;
}

/** Returns the environment of the services. The launcher's own environment has precedence. */
export function serviceEnvironment(
  { configuration, secrets, databaseUrl }: EnvironmentOptions,
  own: Environment = process.env,
): Environment {
  const hasExternalIssuer = own.JWT_PUBLIC_KEY || own.JWKS_URL;
  const environment = {
    ...definedIn(own, serviceVariables),
    PORT: String(configuration.PORT),
    DATABASE_URL: databaseUrl,
    QUEUE_DATABASE_URL: own.QUEUE_DATABASE_URL || databaseUrl,
    JWT_SECRET: own.JWT_SECRET || (hasExternalIssuer ? undefined : secrets.jwtSecret),
    SECRETS_KEYS: own.SECRETS_KEYS || secrets.secretsKeys,
    // Each service has a separate port; see `healthPortOf`.
    HEALTH_PORT: undefined,
    // On a laptop, devices are on this machine and in its network.
    EGRESS_PRIVATE: own.EGRESS_PRIVATE || 'allow',
    EGRESS_DENY: deniedServers(configuration, own.EGRESS_DENY),
    // Host name resolution by the system blocks a thread.
    UV_THREADPOOL_SIZE: own.UV_THREADPOOL_SIZE || '64',
  };
  for (const schema of Object.values(services)) readConfiguration(schema, environment);
  return environment;
}

/** Lists the servers on this machine that connectors never reach. An empty `own` allows the gateway. */
function deniedServers({ PORT, HEALTH_PORT }: LauncherConfiguration, own?: string): string {
  const probes = serviceNames.map((service) => healthPortOf(service, HEALTH_PORT));
  const known = probes.filter((port) => port !== undefined).map((port) => `localhost:${port}`);
  return [own ?? `localhost:${PORT}`, ...known].filter((server) => server !== '').join(', ');
}

/** Returns the port of a service's probes; `npm start` uses consecutive ports. */
export function healthPortOf(service: ServiceName, first: number | undefined): string | undefined {
  return first === undefined ? undefined : String(first + serviceNames.indexOf(service));
}

/** All variables of the services. */
const serviceVariables = new Set(
  Object.values(services).flatMap((schema) => Object.keys(schema.shape)),
);

const definedIn = (environment: Environment, names: Set<string>): Environment =>
  Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => names.has(name) && value),
  );
