import type { EgressPolicy, Server } from '@trellis/connector-sdk';
import { redisNodes } from '@trellis/messaging';
import type { Configuration } from './configuration.js';

type Settings = Pick<
  Configuration,
  | 'EGRESS_PRIVATE'
  | 'EGRESS_PRIVATE_NETWORKS'
  | 'EGRESS_DENY'
  | 'DATABASE_URL'
  | 'QUEUE_DATABASE_URL'
  | 'REDIS_URL'
>;

/** Where connectors and messages to apps may connect to: never to the database and the queue. */
export const egressPolicy = (settings: Settings): EgressPolicy => ({
  allowPrivate: settings.EGRESS_PRIVATE === 'allow',
  networks: settings.EGRESS_PRIVATE_NETWORKS,
  denied: [
    ...settings.EGRESS_DENY,
    ...[settings.DATABASE_URL, settings.QUEUE_DATABASE_URL].flatMap(serverAt),
    ...(settings.REDIS_URL === undefined ? [] : redisNodes(settings.REDIS_URL)),
  ],
});

const postgresPort = 5432;

/** The server that a URL names; none for a socket of the file system. */
function serverAt(address: string | undefined): Server[] {
  if (address === undefined) return [];
  const { hostname, port, searchParams } = new URL(address);
  // A parameter of a PostgreSQL URL takes precedence (libpq, section 32.1.1.2).
  const host = searchParams.get('host') ?? hostname;
  if (host === '' || host.startsWith('/')) return [];
  const given = Number(searchParams.get('port') ?? port);
  return [{ host, port: given || postgresPort }];
}
