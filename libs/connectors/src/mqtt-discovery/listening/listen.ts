import { setTimeout as pause } from 'node:timers/promises';
import {
  isObject,
  restMs,
  Unauthorized,
  type Device,
  type Emit,
  type Offer,
} from '@trellis/connector-sdk';
import { publish, settle, subscribe, Inbox } from '../broker.js';
import type { Publication } from '../component-kind.js';
import type { Connection } from '../connection.js';
import {
  discoveryTopics,
  furtherTopics,
  isDiscoveryTopic,
  isFurtherTopic,
  type DiscoverySettings,
} from '../discovery.js';
import { Payload } from '../payload.js';
import { LiveDevices, type Message } from './live-devices.js';

interface ListenRequest {
  connection: Connection;
  discovery: DiscoverySettings;
  /** The topic for `online`, which makes devices announce themselves again. */
  statusTopic: string | undefined;
  signal: AbortSignal;
}

interface Listener {
  emit: Emit<Publication[]>;
  /** Called once the devices are known. */
  offer: (find: Offer<unknown, Publication[]>['find']) => void;
}

/** The most pending event messages, and the longest (bytes); others are dropped. */
const maxMessages = 1_000;
const maxMessageBytes = 16 * 1024;

/** Stands for a picture, which is not stored. */
const picture = Buffer.from('picture');

const openingBrace = '{'.charCodeAt(0);

const debounceMs = 50;

/** The debounce time for announcements, which come in bursts (ms). */
const announcementDebounceMs = 500;

/** The longest time for which a new device is not reported because announcements still arrive (ms). */
const maxAnnouncedMs = 5_000;

/** The time after connecting at which all devices should have announced themselves, also those on request (ms). */
const allKnownAfterMs = 60_000;

/** The share of the time that a broker may keep this process busy. */
const maxShare = 1 / 5;

/** The longest pause for that limit (ms): much of the time may have been spent waiting. */
const maxRestMs = 1_000;

/** Listens to the devices of a broker until the connection ends; then rejects with the reason. */
export async function listenToBroker(
  { connection, discovery, statusTopic, signal }: ListenRequest,
  { emit, offer }: Listener,
): Promise<never> {
  const { client, whileOpen } = connection;
  const live = new LiveDevices(discovery, signal);
  const isAnnouncement = (topic: string) =>
    isDiscoveryTopic(discovery.prefix, topic) || isFurtherTopic(topic);
  const announcements = new Inbox(isAnnouncement);
  const states = new Inbox((topic) => live.hasTopic(topic));
  /** With when their last message was received (ms). */
  const changedTopics = new Map<string, number>();
  /** Those of them on which a device has sent a message now, unlike retained ones. */
  let liveTopics = new Set<string>();
  let pendingEvents: Message[] = [];
  let isAnnounced = false;
  let isTakenBack = false;
  let allKnownAt: number | undefined = performance.now() + allKnownAfterMs;
  let wake: () => void = () => undefined;

  const addState = (topic: string, message: Buffer, packet: { retain: boolean }) => {
    const isPending = !packet.retain && changedTopics.has(topic);
    const pending = isPending ? states.payloads.get(topic) : undefined;
    states.add(topic, pending ? merged(pending, message) : message, packet);
    changedTopics.set(topic, performance.now());
    if (!packet.retain) liveTopics.add(topic);
    wake();
  };
  const onMessage = (topic: string, sent: Buffer, packet: { retain: boolean }) => {
    const message = live.isPictureTopic(topic) && sent.length > 0 ? picture : sent;
    // Retained messages are older.
    const mayBeEvent = !packet.retain && live.isEventTopic(topic);
    if (mayBeEvent && pendingEvents.length < maxMessages && message.length <= maxMessageBytes) {
      pendingEvents.push({ topic, payload: new Payload(message.toString('utf8')), at: new Date() });
    }
    if (live.hasTopic(topic)) addState(topic, message, packet);
    for (const completed of packet.retain ? [] : live.completedBy(topic)) {
      // A Tasmota sends the text `ON` after the object, on the same topic.
      if (message[0] === openingBrace) addState(completed, message, packet);
    }
    if (!isAnnouncement(topic)) return;
    const before = announcements.payloads.get(topic)?.text;
    announcements.add(topic, message, packet);
    if (announcements.payloads.get(topic)?.text === before) return;
    isAnnounced = true;
    isTakenBack ||= message.length === 0;
    wake();
  };
  const isQuiet = () => !isAnnounced && changedTopics.size === 0;
  const somethingToDo = async () => {
    if (!isQuiet()) return;
    const until = Math.min(live.nextAt, allKnownAt ?? Infinity) - performance.now();
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

  const takeChangedTopics = () => {
    const topics = new Map(changedTopics);
    const taken = { topics, liveTopics };
    changedTopics.clear();
    liveTopics = new Set();
    return taken;
  };
  const emitEvents = () => {
    const messages = pendingEvents;
    pendingEvents = [];
    const events = messages.length > 0 ? live.eventsIn(messages) : [];
    if (events.length > 0) emit({ events });
  };
  const reported = new Set<string>();
  /** New devices that are not reported yet because announcements still arrive, with the time since when (ms). */
  const withheld = new Map<string, number>();
  /** Ids that are gone. They are withheld as well: a new device may be one of them under another id. */
  const gone = new Set<string>();
  /** Returns the devices to report: those that are known, and the new ones unless they may still announce themselves. */
  const withoutAnnouncing = (devices: Device<Publication[]>[]) => {
    const now = performance.now();
    return devices.filter(({ id }) => {
      const since = withheld.get(id) ?? now;
      const isWithheld = !reported.has(id) && isAnnounced && now - since < maxAnnouncedMs;
      if (isWithheld) withheld.set(id, since);
      else {
        withheld.delete(id);
        reported.add(id);
      }
      return !isWithheld;
    });
  };
  const emitDevices = (devices: Device<Publication[]>[]) => {
    const known = devices.filter(({ id }) => reported.has(id));
    if (known.length > 0) emit({ devices: known });
  };

  const follow = async () => {
    const before = new Set([...live.topics(), ...live.partialTopics()]);
    const isWhole = isTakenBack;
    isAnnounced = false;
    isTakenBack = false;
    const announced = await live.announce(announcements.payloads, isWhole);
    states.prune();
    const topics = [...live.topics(), ...live.partialTopics()].filter(
      (topic) => !before.has(topic),
    );
    if (topics.length > 0) {
      const startedAt = Date.now();
      await subscribe(connection, topics);
      const roundTripMs = Date.now() - startedAt;
      await settle(states, { roundTripMs, expectedTopics: live.topics().length }, connection);
    }
    const devices = await live.update(states.payloads, {
      ...takeChangedTopics(),
      added: [...new Set([...withheld.keys(), ...announced.added])],
      confirmed: announced.confirmed,
    });
    for (const id of announced.gone) {
      reported.delete(id);
      withheld.delete(id);
      gone.add(id);
    }
    for (const { id } of devices) gone.delete(id);
    const ready = withoutAnnouncing(devices);
    emit({ devices: ready, gone: withheld.size > 0 ? [] : [...gone] });
    if (withheld.size === 0) gone.clear();
  };

  client.on('message', onMessage);
  try {
    const startedAt = Date.now();
    if (!(await subscribe(connection, discoveryTopics(discovery.prefix)))) {
      throw new Unauthorized('The broker does not let this user read the discovery messages.', {
        cause: 'acl_refused',
      });
    }
    const roundTripMs = Date.now() - startedAt;
    await subscribe(connection, furtherTopics);
    await settle(announcements, { roundTripMs, expectedTopics: Infinity }, connection);
    await follow();
    offer((id) => live.find(id, states.payloads));
    if (statusTopic !== undefined) {
      await publish(connection, { topic: statusTopic, payload: 'online', qos: 1, retain: false });
    }
    for (;;) {
      await somethingToDo();
      await whileOpen(pause(isAnnounced ? announcementDebounceMs : debounceMs));
      const startedAt = performance.now();
      if (isAnnounced) {
        await follow();
      } else {
        emitDevices(await live.update(states.payloads, takeChangedTopics()));
      }
      emitEvents();
      emitDevices(live.expire(states.payloads, performance.now()));
      if (allKnownAt !== undefined && performance.now() >= allKnownAt) {
        allKnownAt = undefined;
        if (!announcements.isFull) emit({ all: live.ids() });
      }
      // The debounce time counts as rest.
      const pauseMs = restMs(performance.now() - startedAt, maxShare) - debounceMs;
      if (pauseMs > 0) await whileOpen(pause(Math.min(pauseMs, maxRestMs)));
    }
  } finally {
    client.off('message', onMessage);
  }
}

/** The longest messages that are merged (bytes). */
const maxMergedBytes = 16 * 1024;

/** Adds the members of a message to those of an earlier one that is not reported yet: each may have only what changed. */
function merged(pending: Payload, message: Buffer): Buffer {
  if (Math.max(pending.text.length, message.length) > maxMergedBytes) return message;
  const { json } = new Payload(message.toString('utf8'));
  if (!isObject(pending.json) || !isObject(json)) return message;
  return Buffer.from(JSON.stringify(Object.assign({}, pending.json, json)));
}
