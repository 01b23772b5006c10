import { setTimeout as pause } from 'node:timers/promises';
import { publish, readTopics, type ReadRequest } from './broker.js';
import type { Connection } from './connection.js';
import { discoveryTopics, readComponents } from './discovery.js';
import { groupByDevice, type ComponentGroup } from './grouping.js';
import { Inbox } from './inbox.js';
import type { Payloads } from './payload.js';
import { isTasmotaTopic, tasmotaTopics } from './tasmota/components.js';

/** Where devices announce themselves. */
interface Announcements {
  connection: Connection;
  discoveryPrefix: string;
  /** Where `online` is published, so that devices announce themselves anew. */
  statusTopic: string | undefined;
}

/**
 * How long to wait for a device that has been asked to announce itself (ms): ring-mqtt answers after 15 seconds, and
 * what is asked of a device must still be done within `INTERACTION_TIMEOUT_MS`.
 */
const maxAnswerMs = 20_000;

/** Whoever sends one announcement sends many; a device is whole when none has come for so long (ms). */
const quietMs = 1_000;

const tickMs = 50;

const announcementsOf = (prefix: string): Omit<ReadRequest, 'isRequired'> => ({
  filters: discoveryTopics(prefix),
  optionalFilters: tasmotaTopics,
  isWanted: (topic) => topic.startsWith(`${prefix}/`) || isTasmotaTopic(topic),
});

const groupsIn = (prefix: string, payloads: Payloads) => {
  const { components, complete } = readComponents(prefix, payloads);
  return { groups: groupByDevice(components), complete };
};

/** The devices whose announcements are retained, as groups of components. */
export async function findGroups({
  connection,
  discoveryPrefix,
}: Announcements): Promise<{ groups: ComponentGroup[]; complete: boolean }> {
  const request = { ...announcementsOf(discoveryPrefix), isRequired: true };
  const { payloads, complete } = await readTopics(connection, request);
  const found = groupsIn(discoveryPrefix, payloads);
  return { groups: found.groups, complete: complete && found.complete };
}

/**
 * The components of one device. Where its announcements are not retained it is asked for them, if it is known how;
 * undefined when it does not answer.
 */
export async function findGroup(
  announcements: Announcements,
  id: string,
): Promise<ComponentGroup | undefined> {
  const { connection, discoveryPrefix, statusTopic } = announcements;
  const inbox = new Inbox(announcementsOf(discoveryPrefix).isWanted);
  let heardAt = performance.now();
  const add: typeof inbox.add = (...message) => {
    inbox.add(...message);
    heardAt = performance.now();
  };
  connection.client.on('message', add);
  try {
    const { groups } = await findGroups(announcements);
    const retained = groups.find((group) => group.id === id);
    if (retained || statusTopic === undefined) return retained;
    await publish(connection, { topic: statusTopic, payload: 'online', qos: 1, retain: false });
    const askedAt = performance.now();
    let readAt = 0;
    for (;;) {
      const now = performance.now();
      const isQuiet = now - heardAt >= quietMs;
      if (isQuiet && readAt < heardAt) {
        readAt = now;
        const found = groupsIn(discoveryPrefix, inbox.payloads).groups.find((one) => one.id === id);
        if (found) return found;
      }
      if (now - askedAt >= maxAnswerMs) return undefined;
      await connection.whileOpen(pause(tickMs));
    }
  } finally {
    connection.client.off('message', add);
  }
}
