import { setTimeout as pause } from 'node:timers/promises';
import { Unauthorized, type Device, type Emit } from '@trellis/connector-sdk';
import { publish, settle, subscribe } from '../broker.js';
import type { Publication } from '../command.js';
import type { Connection } from '../connection.js';
import { discoveryTopics, isDiscoveryTopic } from '../discovery.js';
import { Inbox } from '../inbox.js';
import { Payload } from '../payload.js';
import { isTasmotaTopic, tasmotaTopics } from '../tasmota/components.js';
import { House, type Message } from './house.js';

/** What to listen to. */
export interface ListenRequest {
  discoveryPrefix: string;
  /** Where `online` is published, so that devices announce themselves anew. */
  statusTopic: string | undefined;
  signal: AbortSignal;
}

/** The most messages that wait to be read as events, and the longest of them (bytes); others are no events. */
const maxMessages = 1_000;
const maxMessageBytes = 16 * 1024;

/** How long messages are gathered before the devices are read (ms). */
const gatherMs = 50;

/** How long announcements are gathered: whoever sends one sends many (ms). */
const gatherAnnouncementsMs = 500;

/**
 * How long after the connection was established all devices should have announced themselves, also those that
 * have to be asked (ms).
 */
const allKnownAfterMs = 60_000;

/** The share of the time that a broker may keep this process busy. */
const maxShare = 1 / 5;

/** The longest rest for its sake: much of the time may have been spent waiting (ms). */
const maxRestMs = 1_000;

/** Listens to the devices of a broker until the connection ends, then rejects with the reason. */
export async function listenToBroker(
  connection: Connection,
  { discoveryPrefix, statusTopic, signal }: ListenRequest,
  emit: Emit<Publication[]>,
): Promise<never> {
  const { client, whileOpen } = connection;
  const house = new House(discoveryPrefix, signal);
  const isAnnouncement = (topic: string) =>
    isDiscoveryTopic(discoveryPrefix, topic) || isTasmotaTopic(topic);
  const announcements = new Inbox(isAnnouncement);
  const states = new Inbox((topic) => house.hasTopic(topic));
  const spoken = new Set<string>();
  let happened: Message[] = [];
  let isAnnounced = false;
  let isTakenBack = false;
  let allKnownAt: number | undefined = performance.now() + allKnownAfterMs;
  let wake: () => void = () => undefined;

  const onMessage = (topic: string, message: Buffer, packet: { retain: boolean }) => {
    // What is retained has happened before.
    const mayBeEvent = !packet.retain && house.tellsEvents(topic);
    if (mayBeEvent && happened.length < maxMessages && message.length <= maxMessageBytes) {
      happened.push({ topic, payload: new Payload(message.toString('utf8')), at: new Date() });
    }
    if (house.hasTopic(topic)) {
      states.add(topic, message, packet);
      spoken.add(topic);
      wake();
    }
    if (!isAnnouncement(topic)) return;
    const before = announcements.payloads.get(topic)?.text;
    announcements.add(topic, message, packet);
    if (announcements.payloads.get(topic)?.text === before) return;
    isAnnounced = true;
    isTakenBack ||= message.length === 0;
    wake();
  };
  const isQuiet = () => !isAnnounced && spoken.size === 0;
  /** Resolves when there is something to do. */
  const somethingToDo = async () => {
    if (!isQuiet()) return;
    const until = Math.min(house.nextAt, allKnownAt ?? Infinity) - performance.now();
    let timer: NodeJS.Timeout | undefined;
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
      timer = setTimeout(resolve, Math.min(Math.max(0, until), 60_000));
    });
    try {
      await whileOpen(woken);
    } finally {
      clearTimeout(timer);
    }
  };

  const takeSpoken = () => {
    const taken = new Set(spoken);
    spoken.clear();
    return taken;
  };
  const emitEvents = () => {
    const messages = happened;
    happened = [];
    const events = messages.length > 0 ? house.occur(messages) : [];
    if (events.length > 0) emit({ events });
  };
  const emitSome = (devices: Device<Publication[]>[]) => {
    if (devices.length > 0) emit({ devices });
  };

  const follow = async () => {
    const before = new Set(house.topics());
    const isWhole = isTakenBack;
    isAnnounced = false;
    isTakenBack = false;
    const { added, confirmed, gone } = await house.announce(announcements.payloads, isWhole);
    states.prune();
    const topics = house.topics().filter((topic) => !before.has(topic));
    if (topics.length > 0) {
      const startedAt = Date.now();
      await subscribe(connection, topics);
      const roundTripMs = Date.now() - startedAt;
      await settle(states, { roundTripMs, expectedTopics: house.topics().length }, connection);
    }
    const devices = await house.hear(states.payloads, { topics: takeSpoken(), added, confirmed });
    emit({ devices, gone });
  };

  client.on('message', onMessage);
  try {
    const startedAt = Date.now();
    if (!(await subscribe(connection, discoveryTopics(discoveryPrefix)))) {
      throw new Unauthorized('The broker does not let this user read the discovery messages.');
    }
    const roundTripMs = Date.now() - startedAt;
    await subscribe(connection, tasmotaTopics);
    await settle(announcements, { roundTripMs, expectedTopics: Infinity }, connection);
    await follow();
    if (statusTopic !== undefined) {
      await publish(connection, { topic: statusTopic, payload: 'online', qos: 1, retain: false });
    }
    for (;;) {
      await somethingToDo();
      await whileOpen(pause(isAnnounced ? gatherAnnouncementsMs : gatherMs));
      const startedAt = performance.now();
      if (isAnnounced) {
        await follow();
      } else {
        emitSome(await house.hear(states.payloads, { topics: takeSpoken() }));
      }
      emitEvents();
      emitSome(house.expire(states.payloads, performance.now()));
      if (allKnownAt !== undefined && performance.now() >= allKnownAt) {
        allKnownAt = undefined;
        if (!announcements.isFull) emit({ all: house.ids() });
      }
      // While messages are gathered it rests, too.
      const restMs = (performance.now() - startedAt) * (1 / maxShare - 1) - gatherMs;
      if (restMs > 0) await whileOpen(pause(Math.min(restMs, maxRestMs)));
    }
  } finally {
    client.off('message', onMessage);
  }
}
