import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Relay } from 'bullmq';
import type { RedisClient } from './connect-redis.js';

/** Transports replies to the processes that wait for them. A reply may be lost when a connection breaks. */
export interface ReplyTransport {
  /** Sends a text to a process, by its node id. */
  send(nodeId: string, text: string): Promise<unknown>;
  /** Calls a function with every text for this process, until the transport is closed. */
  receive(onText: (text: string) => void): Promise<void>;
  close(): Promise<unknown>;
}

/** Transports replies through the relay of BullMQ. */
export function relayReplies(
  relay: Pick<Relay, 'publish' | 'subscribe'>,
  nodeId: string,
): ReplyTransport {
  const topicOf = (node: string) => `replies.${node}`;
  return {
    send: (node, text) => relay.publish(topicOf(node), text),
    async receive(onText) {
      await relay.subscribe<string>(topicOf(nodeId), ({ data }) => onText(data));
    },
    close: async () => undefined,
  };
}

interface RedisRepliesOptions {
  nodeId: string;
  /** Prefix of the keys. */
  namespace: string;
  /** Sends replies; also the connection on which workers remove jobs, so that both take one write. */
  sending: RedisClient;
  /** Waits for replies; closed with the transport. */
  waiting: RedisClient;
  onError: (error: Error) => void;
}

/** Retention of replies to a process that has ended (s); longer than any caller waits. */
const retentionSeconds = 60;

/** Length of one wait for a reply (s). */
const waitSeconds = 5;

/** Number of waits that Redis has at once: when one ends, it begins the next without another write. */
const waitsAhead = 16;

/** Pause after Redis refused a wait (ms). */
const retryMs = 1_000;

/**
 * Transports replies through a Redis list per process. The relay would store each reply in a stream, wake its reader and
 * let it fetch the reply: two more steps for each call. Unlike a subscriber, which Redis disconnects when too much is
 * pending, the reader of a list reads at its own pace.
 */
export function redisReplies(options: RedisRepliesOptions): ReplyTransport {
  const { nodeId, namespace, sending, waiting, onError } = options;
  const keyOf = (node: string) => `${namespace}:replies:${node}`;
  const listeners: ((text: string) => void)[] = [];
  let isClosed = false;

  function deliver(popped: [string, string] | null): void {
    if (popped) for (const listener of listeners) listener(popped[1]);
  }

  async function read(): Promise<void> {
    let waits = 0;
    let refusal: Error | undefined;
    let onSettled: () => void = () => undefined;
    // A cluster that redirects the waits may run later ones first, so each delivers its own reply.
    const wait = () => {
      waits += 1;
      void waiting
        .blpop(keyOf(nodeId), waitSeconds)
        .then(deliver, (error: Error) => void (refusal = error))
        .finally(() => {
          waits -= 1;
          onSettled();
        });
    };
    while (!isClosed) {
      if (waits <= waitsAhead / 2) {
        if (refusal) {
          onError(refusal);
          refusal = undefined;
          await pause(retryMs);
        }
        // All of them take one write.
        while (waits < waitsAhead) wait();
      }
      await new Promise<void>((resolve) => (onSettled = resolve));
      // Sends what the answers cause before the next wait: each write takes a system call.
      await nextTurn();
    }
  }

  return {
    // Corked connections write both together. A pipeline would be more expensive.
    send: (node, text) =>
      Promise.all([
        sending.rpush(keyOf(node), text),
        sending.expire(keyOf(node), retentionSeconds),
      ]),
    async receive(onText) {
      listeners.push(onText);
      if (listeners.length === 1) void read();
    },
    async close() {
      isClosed = true;
      waiting.disconnect();
    },
  };
}
