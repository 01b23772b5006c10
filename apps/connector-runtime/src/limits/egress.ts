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
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
>;

/** Where connectors and messages to apps may connect to: never to the product's own servers. */
export const egressPolicy = (settings: Settings): EgressPolicy => ({
  allowPrivate: settings.EGRESS_PRIVATE === 'allow',
  networks: settings.EGRESS_PRIVATE_NETWORKS,
  denied: [
    ...settings.EGRESS_DENY,
    ...[
      settings.DATABASE_URL,
      settings.QUEUE_DATABASE_URL,
      settings.OTEL_EXPORTER_OTLP_ENDPOINT,
    ].flatMap(serverAt),
    ...(settings.REDIS_URL === undefined ? [] : redisNodes(settings.REDIS_URL)),
  ],
});

const defaultPorts: Record<string, number> = {
  'postgres:': 5432,
  'postgresql:': 5432,
  'http:': 80,
  'https:': 443,
};

/** The server that a URL names; none for a socket of the file system. */
function serverAt(address: string | undefined): Server[] {
  if (address === undefined) return [];
  const { protocol, hostname, port, searchParams } = new URL(address);
  // A parameter of a PostgreSQL URL takes precedence (libpq, section 32.1.1.2).
  const host = searchParams.get('host') ?? hostname;
  if (host === '' || host.startsWith('/')) return [];
  const given = Number(searchParams.get('port') ?? port);
  return [{ host, port: given || defaultPorts[protocol]! }];
}
