import { Cluster, Redis, type RedisOptions } from 'ioredis';

/** A connection to one Redis, or to a Redis Cluster. */
export type RedisClient = Redis | Cluster;

/** A server; an IPv6 address is in brackets. */
interface RedisNode {
  host: string;
  port: number;
}

const defaultPort = 6379;

/**
 * Returns the servers of a URL: a single Redis, or nodes of a cluster, one of which must answer. The format is that of
 * go-redis: `redis+cluster://user:password@host:port?addr=host:port&addr=host:port`.
 */
export function redisNodes(url: string): RedisNode[] {
  const { host, searchParams } = new URL(url);
  return [host, ...searchParams.getAll('addr')].filter((address) => address !== '').map(toNode);
}

function toNode(address: string): RedisNode {
  const { hostname, port } = new URL(`redis://${address}`);
  return { host: hostname, port: Number(port) || defaultPort };
}

const withoutBrackets = ({ host, port }: RedisNode): RedisNode => ({
  host: host.replace(/^\[(.*)\]$/, '$1'),
  port,
});

export const isClusterUrl = (url: string): boolean => /^rediss?\+cluster:/.test(url);

/**
 * Number of retries of a command to a cluster, 100 ms apart, if it is urgent and if it can wait. A replica takes over
 * within seconds.
 */
export const retries = { urgent: 16, patient: 600 };

/** Connects to the Redis or the cluster of a URL; `maxRedirections` applies to a cluster. */
export function connectRedis(
  url: string,
  { maxRedirections = retries.urgent, ...options }: RedisOptions & { maxRedirections?: number },
): RedisClient {
  if (!isClusterUrl(url)) return new Redis(url, options);
  const { protocol, username, password } = new URL(url);
  const { lazyConnect = false, enableOfflineQueue = true, ...redisOptions } = options;
  return new Cluster(redisNodes(url).map(withoutBrackets), {
    lazyConnect,
    enableOfflineQueue,
    maxRedirections,
    // With the check, `connect()` never settles if the node that it queries is lost (redis/ioredis#741).
    enableReadyCheck: false,
    // Keeps the names, against which certificates are verified.
    dnsLookup: (host, callback) => callback(null, host),
    redisOptions: {
      username: decodeURIComponent(username) || undefined,
      password: decodeURIComponent(password) || undefined,
      tls: protocol === 'rediss+cluster:' ? {} : undefined,
      ...redisOptions,
    },
  });
}
