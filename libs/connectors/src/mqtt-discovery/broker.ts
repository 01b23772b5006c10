import { setTimeout as pause } from 'node:timers/promises';
import { ConnectorFailure, Unauthorized, Unavailable } from '@trellis/connector-sdk';
import mqtt from 'mqtt';
import type { Publication } from './component-kind.js';
import type { Connection } from './connection.js';
import { type Payloads, Payload } from './payload.js';
import { isBridgeTopic } from './zigbee2mqtt.js';

export interface ReadRequest {
  filters: string[];
  /** Filters that the broker may refuse, even with `isRequired`. */
  optionalFilters?: string[];
  isWanted(topic: string): boolean;
  /** Whether to fail when the broker does not grant all filters. */
  isRequired: boolean;
  /** The number of topics, if it is known; reading ends when all have arrived. */
  expectedTopics?: number;
  /** Topics whose messages come in bursts while a device announces itself: reading waits for the end of a burst. */
  isAnnouncement?(topic: string): boolean;
}

/** Reads retained messages, incompletely if too many or too slow. Throws `Unauthorized` when it may not read them. */
export async function readTopics(
  connection: Connection,
  { filters, optionalFilters = [], isRequired, expectedTopics = Infinity, ...given }: ReadRequest,
): Promise<{ payloads: Payloads; complete: boolean; isGranted: boolean }> {
  const inbox = new Inbox((topic) => given.isWanted(topic));
  const add: Inbox['add'] = (topic, message, packet) => {
    const isNew = !packet.retain && given.isAnnouncement?.(topic) === true;
    const before = isNew ? inbox.payloads.get(topic)?.text : undefined;
    inbox.add(topic, message, packet);
    if (isNew && inbox.payloads.get(topic)?.text !== before) inbox.lastAnnouncedAt = Date.now();
  };
  connection.client.on('message', add);
  try {
    const startedAt = Date.now();
    const isGranted = await subscribe(connection, filters);
    if (!isGranted && isRequired) {
      throw new Unauthorized('The broker does not let this user read the discovery messages.', {
        cause: 'acl_refused',
      });
    }
    const roundTripMs = Date.now() - startedAt;
    await subscribe(connection, optionalFilters);
    const complete = await settle(inbox, { roundTripMs, expectedTopics }, connection);
    return { payloads: inbox.payloads, complete, isGranted };
  } finally {
    connection.client.off('message', add);
  }
}

/** How long a broker may take to acknowledge a message (ms). After that, its connection counts as dead. */
const maxAcknowledgmentMs = 5_000;

/** Publishes a message; resolves when the broker has acknowledged it, which requires a quality of service of 1. */
export async function publish(
  { client, whileOpen }: Connection,
  { topic, payload, qos, retain }: Publication,
): Promise<void> {
  const options = { qos: qos === 0 ? 1 : qos, retain } as const;
  const timer = setTimeout(() => client.stream.destroy(), maxAcknowledgmentMs);
  await whileOpen(client.publishAsync(topic, payload, options))
    .catch(throwFailure)
    .finally(() => clearTimeout(timer));
}

/** The reason code of a broker with MQTT 5 that does not let the user publish. */
const notAuthorized = 135;

/** A request may fail just before the end of the connection is known. */
function throwFailure(error: unknown): never {
  if (error instanceof ConnectorFailure) throw error;
  if (error instanceof mqtt.ErrorWithReasonCode) {
    if (error.code === notAuthorized) {
      throw new Unauthorized('The broker does not let this user publish the command.', {
        cause: 'acl_refused',
      });
    }
    throw new Unavailable(`The broker refuses the message with code ${error.code}.`, {
      cause: 'refused_by_server',
    });
  }
  throw new Unavailable('The broker ended the connection.', { cause: 'connection_lost' });
}

/** Subscribes to topics; false when the broker refuses one of them (0x80 in SUBACK). */
export async function subscribe(
  { client, whileOpen }: Connection,
  filters: string[],
): Promise<boolean> {
  if (filters.length === 0) return true;
  try {
    await whileOpen(client.subscribeAsync(filters, { qos: 0 }));
    return true;
  } catch (error) {
    if (error instanceof mqtt.ErrorWithSubackPacket && error.packet) return false;
    return throwFailure(error);
  }
}

/** The interval for checking whether all retained messages have arrived. */
const tickMs = 20;
const minWaitMs = 500;
const maxWaitMs = 10_000;
/** The time after the last new announcement at which a device counts as complete, and the longest wait for that (ms). */
const announcedQuietMs = 1_000;
const maxAnnouncedMs = 5_000;
/** The time without retained messages after which they count as complete. */
const minQuietMs = 250;
const maxQuietMs = 2000;

/**
 * Waits for the retained messages. MQTT does not mark their end: they follow the answer to the subscription, so they
 * count as complete when none has arrived for a while, which depends on how fast the broker answered. Returns false
 * when they did not end.
 */
export async function settle(
  inbox: Inbox,
  { roundTripMs, expectedTopics }: { roundTripMs: number; expectedTopics: number },
  { whileOpen }: Connection,
): Promise<boolean> {
  const quietMs = Math.min(maxQuietMs, Math.max(minQuietMs, 4 * roundTripMs));
  const startedAt = Date.now();
  for (;;) {
    const now = Date.now();
    if (inbox.isFull) return false;
    if (inbox.payloads.size >= expectedTopics) return true;
    const quietSince = Math.max(startedAt, inbox.lastRetainedAt);
    const isAnnouncing =
      now - inbox.lastAnnouncedAt < announcedQuietMs && now - startedAt < maxAnnouncedMs;
    if (now - startedAt >= minWaitMs && now - quietSince >= quietMs && !isAnnouncing) return true;
    if (now - startedAt >= maxWaitMs) return false;
    await whileOpen(pause(tickMs));
  }
}

const maxTopics = 20_000;
const maxPayloadBytes = 256 * 1024;
/** The limit for the description of all devices of a Zigbee2MQTT, about 10 KiB each. */
const maxBridgeBytes = 4 * 1024 * 1024;
/** The limit for all payloads and topics together. */
const maxBytes = 32 * 1024 * 1024;

/** The last message of each topic of a broker, within limits. */
export class Inbox {
  readonly payloads = new Map<string, Payload>();
  /** When the last retained message was received (ms since 1970); 0 before the first. */
  lastRetainedAt = 0;
  /** When the last new announcement was received (ms since 1970); 0 before the first. */
  lastAnnouncedAt = 0;
  /** Whether messages were dropped because the inbox was full. */
  isFull = false;
  #bytes = 0;
  #messageCount = 0;
  readonly #sizes = new Map<string, number>();
  readonly #isWanted: (topic: string) => boolean;

  constructor(isWanted: (topic: string) => boolean) {
    this.#isWanted = isWanted;
  }

  /** Adds a message. Ignores one that is too large; an empty one clears its topic. */
  add(topic: string, message: Buffer, { retain }: { retain: boolean }): void {
    if (!this.#isWanted(topic)) return;
    if (retain) this.lastRetainedAt = Date.now();
    if (message.length > (isBridgeTopic(topic) ? maxBridgeBytes : maxPayloadBytes)) return;
    const before = this.#sizes.get(topic) ?? 0;
    const size = message.length === 0 ? 0 : Buffer.byteLength(topic) + message.length;
    const isNew = !this.payloads.has(topic);
    const bytes = this.#bytes - before + size;
    if (size > 0 && (bytes > maxBytes || (isNew && this.payloads.size >= maxTopics))) {
      this.isFull = true;
      return;
    }
    this.#bytes = bytes;
    if (size === 0) {
      this.payloads.delete(topic);
      this.#sizes.delete(topic);
    } else {
      // Retained messages arrive in any order.
      const order = retain ? 0 : (this.#messageCount += 1);
      const receivedAt = retain ? undefined : Date.now();
      this.payloads.set(topic, new Payload(message.toString('utf8'), order, receivedAt));
      this.#sizes.set(topic, size);
    }
  }

  prune(): void {
    for (const [topic, size] of this.#sizes) {
      if (this.#isWanted(topic)) continue;
      this.payloads.delete(topic);
      this.#sizes.delete(topic);
      this.#bytes -= size;
    }
  }
}
