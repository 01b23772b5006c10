import { setTimeout as pause } from 'node:timers/promises';
import { ConnectorFailure, Unauthorized, Unavailable } from '@trellis/connector-sdk';
import mqtt from 'mqtt';
import type { Publication } from './command.js';
import type { Connection } from './connection.js';
import { Inbox } from './inbox.js';
import type { Payloads } from './payload.js';

/** What to read from a broker. */
export interface ReadRequest {
  filters: string[];
  /** Whether a topic is one of those that the filters name. */
  wants(topic: string): boolean;
  /** Whether it is a failure when the broker does not let this user read all of them. */
  required: boolean;
  /** How many topics there are, where that is known; it saves waiting for more. */
  expected?: number;
}

/**
 * Reads what topics hold. `complete` is false when there was more than is kept, or when it took too
 * long. Throws `Unauthorized` when they may not be read, `Unavailable` when the connection ends.
 */
export async function readTopics(
  connection: Connection,
  { filters, wants, required, expected = Infinity }: ReadRequest,
): Promise<{ payloads: Payloads; complete: boolean }> {
  const inbox = new Inbox(wants);
  const take = inbox.take.bind(inbox);
  connection.client.on('message', take);
  try {
    const began = Date.now();
    const granted = await subscribe(connection, filters);
    if (!granted && required) {
      throw new Unauthorized('The broker does not let this user read the discovery messages.');
    }
    const roundTrip = Date.now() - began;
    const complete = await settled(inbox, { roundTrip, expected }, connection);
    return { payloads: inbox.payloads, complete };
  } finally {
    connection.client.off('message', take);
  }
}

/**
 * Sends a message; resolves when the broker has taken it. With a quality of service of 0 nobody would
 * say so, hence it is 1 at least.
 */
export async function publish(
  { client, whileOpen }: Connection,
  { topic, payload, qos, retain }: Publication,
): Promise<void> {
  await whileOpen(client.publishAsync(topic, payload, { qos: qos === 0 ? 1 : qos, retain }));
}

/** Subscribes to topics; false when the broker refuses one of them (0x80 in SUBACK). */
async function subscribe({ client, whileOpen }: Connection, filters: string[]): Promise<boolean> {
  if (filters.length === 0) return true;
  try {
    await whileOpen(client.subscribeAsync(filters, { qos: 0 }));
    return true;
  } catch (error) {
    if (error instanceof mqtt.ErrorWithSubackPacket && error.packet) return false;
    // It fails with the connection, a moment before the connection says so.
    throw error instanceof ConnectorFailure
      ? error
      : new Unavailable('The broker ended the connection.');
  }
}

/** The shortest and the longest time to wait for retained messages (ms). */
const wait = { tick: 20, least: 500, quiet: 250, longestQuiet: 2000, most: 10_000 };

/**
 * Waits until the retained messages have come. MQTT has no mark for their end: they follow the answer
 * to the subscription at once, so it is there when none has come for a while. How long that is goes by
 * how fast the broker answered. Returns false when there was no end.
 */
async function settled(
  inbox: Inbox,
  { roundTrip, expected }: { roundTrip: number; expected: number },
  { whileOpen }: Connection,
): Promise<boolean> {
  const quiet = Math.min(wait.longestQuiet, Math.max(wait.quiet, 4 * roundTrip));
  const began = Date.now();
  for (;;) {
    const now = Date.now();
    if (inbox.full) return false;
    if (inbox.payloads.size >= expected) return true;
    const since = Math.max(began, inbox.lastRetained);
    if (now - began >= wait.least && now - since >= quiet) return true;
    if (now - began >= wait.most) return false;
    await whileOpen(pause(wait.tick));
  }
}
