import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Relay } from 'bullmq';
import type { RedisClient } from './connect-redis.js';

/** Carries replies to the processes that wait for them; a reply may be lost when a connection breaks. */
export interface ReplyTransport {
  /** Sends a text to a process, by its node id. */
  send(nodeId: string, text: string): Promise<unknown>;
  /** Calls a function with every text for this process, until the transport is closed. */
  receive(onText: (text: string) => void): Promise<void>;
  close(): Promise<unknown>;
}

/** Replies through the relay of BullMQ. */
export function relayReplies(relay: Relay<never>, nodeId: string): ReplyTransport {
  const topicOf = (node: string) => `replies.${node}`;
  return {
    send: (node, text) => relay.publish(topicOf(node), text as never),
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
  /** To send replies: that on which workers let go of jobs, so that both take one write. */
  sending: RedisClient;
  /** To wait for replies; closed with the transport. */
  waiting: RedisClient;
  onError: (error: Error) => void;
}

/** How long replies rest for a process that has ended (s); longer than any caller waits. */
const retentionSeconds = 60;

/** How long one wait for a reply takes (s). */
const waitSeconds = 5;

/** How many waits Redis has at once: as one ends it begins the next, without another write. */
const waitsAhead = 16;

/** Pause after Redis refused to wait (ms). */
const retryMs = 1_000;

/**
 * Replies through a Redis list for each process. The relay would store each in a stream, wake its reader
 * and have it come for the reply: two steps more of each call at rest. Unlike a subscriber, whom Redis
 * disconnects when too much waits for it, the reader of a list takes what it can.
 */
export function redisReplies(options: RedisRepliesOptions): ReplyTransport {
  const { nodeId, namespace, sending, waiting, onError } = options;
  const keyOf = (node: string) => `${namespace}:replies:${node}`;
  const listeners: ((text: string) => void)[] = [];
  let isClosed = false;

  async function read(): Promise<void> {
    const waits: Promise<[string, string] | null>[] = [];
    let refusal: Error | undefined;
    const wait = () =>
      waiting.blpop(keyOf(nodeId), waitSeconds).catch((error: Error) => {
        refusal = error;
        return null;
      });
    while (!isClosed) {
      if (waits.length <= waitsAhead / 2) {
        if (refusal) {
          onError(refusal);
          refusal = undefined;
          await pause(retryMs);
        }
        // The others are written together.
        while (waits.length < waitsAhead) waits.push(wait());
      }
      const popped = await waits.shift()!;
      if (!popped) continue;
      for (const listener of listeners) listener(popped[1]);
      // What the answers lead to is written before the next wait is: each write takes a system call.
      await nextTurn();
    }
  }

  return {
    // Written together, as all commands of a turn are, without a pipeline, which is costly to make.
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
