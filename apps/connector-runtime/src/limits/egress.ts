import type { EgressPolicy, Server } from '@trellis/connector-sdk';
import { redisNodes } from '@trellis/messaging';
import type { Configuration } from '../configuration.js';

type Settings = Pick<
  Configuration,
  | 'EGRESS_PRIVATE'
  | 'EGRESS_PRIVATE_NETWORKS'
  | 'EGRESS_DENY'
  | 'DATABASE_URL'
  | 'QUEUE_DATABASE_URL'
  | 'REDIS_URL'
  | 'SMTP_URL'
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'HEALTH_PORT'
>;

/** Returns the policy for connections of connectors and to apps: never to the product's own servers. */
export const egressPolicy = (settings: Settings): EgressPolicy => ({
  allowPrivate: settings.EGRESS_PRIVATE === 'allow',
  networks: settings.EGRESS_PRIVATE_NETWORKS,
  denied: [
    ...settings.EGRESS_DENY,
    ...serverAt(settings.DATABASE_URL),
    ...serverAt(settings.QUEUE_DATABASE_URL),
    ...serverAt(settings.SMTP_URL),
    ...serverAt(settings.OTEL_EXPORTER_OTLP_ENDPOINT),
    ...(settings.HEALTH_PORT ? [{ host: 'localhost', port: settings.HEALTH_PORT }] : []),
    ...(settings.REDIS_URL === undefined ? [] : redisNodes(settings.REDIS_URL)),
  ],
});

const defaultPorts: Record<string, number> = {
  'postgres:': 5432,
  'postgresql:': 5432,
  'http:': 80,
  'https:': 443,
  'smtp:': 587,
  'smtps:': 465,
};

/** Returns the server of a URL; none for a socket of the file system. */
function serverAt(address: string | undefined): Server[] {
  if (address === undefined) return [];
  const { protocol, hostname, port, searchParams } = new URL(address);
  // A parameter of a PostgreSQL URL takes precedence (libpq, section 32.1.1.2).
  const host = searchParams.get('host') ?? hostname;
  if (host === '' || host.startsWith('/')) return [];
  const given = Number(searchParams.get('port') ?? port);
  return [{ host, port: given || defaultPorts[protocol]! }];
}
