import { setTimeout as pause } from 'node:timers/promises';
import type { SharedBudget } from '@trellis/connector-sdk';
import { publish, readTopics, type ReadRequest, Inbox } from './broker.js';
import type { Connection } from './connection.js';
import {
  discoveryTopics,
  furtherTopics,
  isDiscoveryTopic,
  isFurtherTopic,
  readComponents,
  type DiscoverySettings,
} from './discovery.js';
import { groupByDevice, type ComponentGroup } from './grouping.js';
import type { Payloads } from './payload.js';
import { isTasmotaTopic, tasmotaTopics } from './tasmota/components.js';

interface Announcements {
  connection: Connection;
  discovery: DiscoverySettings;
  /** The topic for `online`, which makes devices announce themselves again. */
  statusTopic: string | undefined;
  effort?: SharedBudget | undefined;
}

/** The timeout for announcements on request (ms), within `INTERACTION_TIMEOUT_MS`; ring-mqtt takes 15 seconds. */
const maxAnswerMs = 20_000;

/** The time without announcements after which a device counts as complete (ms): they come in bursts. */
const quietMs = 1_000;

const tickMs = 50;

/** Returns what to read; commands do without what is only about events, which is large. */
function announcementsOf(
  { prefix }: DiscoverySettings,
  isForCommand = false,
): Omit<ReadRequest, 'isRequired'> {
  const isFurther = isForCommand ? isTasmotaTopic : isFurtherTopic;
  return {
    filters: discoveryTopics(prefix),
    optionalFilters: isForCommand ? tasmotaTopics : furtherTopics,
    isWanted: (topic) => topic.startsWith(`${prefix}/`) || isFurther(topic),
  };
}

const groupsIn = (discovery: DiscoverySettings, payloads: Payloads, effort?: SharedBudget) => {
  const { components, complete } = readComponents(discovery, payloads);
  return { groups: groupByDevice(components, effort), complete };
};

/** Finds the devices whose announcements are retained, as groups of components. */
export async function findGroups(
  { connection, discovery, effort }: Announcements,
  isForCommand = false,
): Promise<{ groups: ComponentGroup[]; complete: boolean }> {
  const { prefix } = discovery;
  const isAnnouncement = (topic: string) =>
    !isForCommand && (isDiscoveryTopic(prefix, topic) || isFurtherTopic(topic));
  const request = { ...announcementsOf(discovery, isForCommand), isAnnouncement, isRequired: true };
  const { payloads, complete } = await readTopics(connection, request);
  const found = groupsIn(discovery, payloads, effort);
  return { groups: found.groups, complete: complete && found.complete };
}

/** Finds one device; requests announcements that are not retained with the status topic, and may get no answer. */
export async function findGroup(
  announcements: Announcements,
  id: string,
): Promise<ComponentGroup | undefined> {
  const { connection, discovery, statusTopic } = announcements;
  const inbox = new Inbox(announcementsOf(discovery, true).isWanted);
  let lastMessageAt = performance.now();
  const add: typeof inbox.add = (...message) => {
    inbox.add(...message);
    lastMessageAt = performance.now();
  };
  connection.client.on('message', add);
  try {
    const { groups } = await findGroups(announcements, true);
    const retained = groups.find((group) => group.id === id);
    if (retained || statusTopic === undefined) return retained;
    await publish(connection, { topic: statusTopic, payload: 'online', qos: 1, retain: false });
    const requestedAt = performance.now();
    let readAt = 0;
    for (;;) {
      const now = performance.now();
      const isQuiet = now - lastMessageAt >= quietMs;
      if (isQuiet && readAt < lastMessageAt) {
        readAt = now;
        const found = groupsIn(discovery, inbox.payloads).groups.find((one) => one.id === id);
        if (found) return found;
      }
      if (now - requestedAt >= maxAnswerMs) return undefined;
      await connection.whileOpen(pause(tickMs));
    }
  } finally {
    connection.client.off('message', add);
  }
}
