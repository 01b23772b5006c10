import { Cluster, Redis, type RedisOptions } from 'ioredis';

/** A connection to one Redis, or to a Redis Cluster. */
export type RedisClient = Redis | Cluster;

/** A server: its host, an IPv6 address in brackets, and its port. */
interface RedisNode {
  host: string;
  port: number;
}

const defaultPort = 6379;

/**
 * The servers that a URL names: that of one Redis, or nodes of a cluster, of which one that answers is enough.
 * They are written as in go-redis: `redis+cluster://user:password@host:port?addr=host:port&addr=host:port`.
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
 * How often a command to a cluster is tried again when it is urgent, and when it can wait, every 100 ms: a
 * replica takes over within seconds.
 */
export const retries = { urgent: 16, patient: 600 };

/** Connects to the Redis or the cluster of a URL; `maxRedirections` is for a cluster. */
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
    // With it, `connect()` never settles if the node that is asked was lost (redis/ioredis#741).
    enableReadyCheck: false,
    // Certificates are checked against names.
    dnsLookup: (host, callback) => callback(null, host),
    redisOptions: {
      ...(username !== '' && { username: decodeURIComponent(username) }),
      ...(password !== '' && { password: decodeURIComponent(password) }),
      ...(protocol === 'rediss+cluster:' && { tls: {} }),
      ...redisOptions,
    },
  });
}
