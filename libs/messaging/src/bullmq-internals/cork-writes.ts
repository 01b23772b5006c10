import { Cluster, type Redis } from 'ioredis';
import type { RedisClient } from '../connect-redis.js';

/**
 * Makes a connection, or each connection to a node of a cluster, write the commands of one turn of the event loop
 * together. Every write is a system call, at Redis as well; under load they are a tenth of the CPU time. Pipelines
 * would do the same, but those of ioredis copy all scripts of BullMQ whenever one is made.
 */
export function corkWrites<Client extends RedisClient>(client: Client): Client {
  if (client instanceof Cluster) client.on('+node', corkWritesOf);
  else corkWritesOf(client);
  return client;
}

function corkWritesOf(connection: Redis): void {
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
        // Runs after the promises that are settled now, so that what they write is included.
        queueMicrotask(() => process.nextTick(uncork));
      }
      return write(...args);
    };
  });
}
