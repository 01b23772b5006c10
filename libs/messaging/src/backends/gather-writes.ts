import { Cluster, type Redis } from 'ioredis';
import type { RedisClient } from '../connect-redis.js';

/**
 * Has a connection, or each to a node of a cluster, write the commands of one turn together. Each write of
 * its own is a system call, for Redis as well, and under load they are a tenth of the CPU time. Pipelines
 * would do the same, but those of ioredis copy all scripts of BullMQ whenever one is made.
 */
export function gatherWrites<Client extends RedisClient>(client: Client): Client {
  if (client instanceof Cluster) client.on('+node', gatherWritesOf);
  else gatherWritesOf(client);
  return client;
}

function gatherWritesOf(connection: Redis): void {
  connection.on('connect', () => {
    const { stream } = connection;
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
    let isCorked = false;
    const uncork = () => {
      isCorked = false;
      stream.uncork();
    };
    stream.write = (...args: unknown[]) => {
      if (!isCorked) {
        isCorked = true;
        stream.cork();
        // After the promises that have settled: what they lead to is written together as well.
        queueMicrotask(() => process.nextTick(uncork));
      }
      return write(...args);
    };
  });
}
