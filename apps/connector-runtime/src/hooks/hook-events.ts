import type { DeviceEvent } from '@trellis/connector-sdk';
import { LRUCache } from 'lru-cache';
import { v5 as uuidFrom } from 'uuid';
import { floodLimits, Floods } from '../listening/floods.js';
import { toReportedEvent, type ReportedEvent } from '../listening/reported-event.js';
import { digestOf } from './address.js';

/** The most events of one request that are stored: vendors report a few at once. */
export const maxEventsPerRequest = 100;

/** The most clients whose events are counted; the least recent is evicted first. */
const maxCountedClients = 1_000;

/** Event counts of devices, by client. */
export type HookFloods = LRUCache<string, Floods>;

export const createHookFloods = (): HookFloods => new LRUCache({ max: maxCountedClients });

interface HookReport {
  client: string;
  /** The vendor's id of the request, if it has one. */
  id: string | undefined;
  events: readonly DeviceEvent[];
}

/** The events to store, and how many are dropped for which reason. */
interface AcceptedEvents {
  events: ReportedEvent[];
  flooding: number;
  invalid: number;
}

/**
 * Applies the limits of listeners to the events of a request. Anyone who knows the secret of an app can sign requests,
 * so only the first events of a request count, and each device has the limit of a listener.
 */
export function acceptEvents(
  floods: HookFloods,
  { client, id, events }: HookReport,
  now = new Date(),
): AcceptedEvents {
  const ofClient = floods.get(client) ?? new Floods(floodLimits);
  floods.set(client, ofClient);
  const accepted = events
    .slice(0, maxEventsPerRequest)
    .map((event, index) => ({ event, index }))
    .filter(({ event: { device } }) => {
      ofClient.count(device, now.getTime());
      return !ofClient.isFlooding(device);
    });
  const valid = accepted.flatMap(({ event, index }) => {
    const reported = toReportedEvent(event, now);
    if (!reported) return [];
    return [id === undefined ? reported : { ...reported, id: occurrenceId(client, id, index) }];
  });
  return {
    events: valid,
    flooding: events.length - accepted.length,
    invalid: accepted.length - valid.length,
  };
}

/**
 * Derives the id of an event from the vendor's id of its request, so that a repeated request stores and delivers it
 * once (UUIDv5, RFC 9562). The index is that among all events of the request.
 */
const occurrenceId = (client: string, id: string, index: number): string =>
  uuidFrom(`hook ${digestOf(id)} ${index}`, client);
