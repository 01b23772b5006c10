import type { DeviceEvent } from '@trellis/connector-sdk';
import { LRUCache } from 'lru-cache';
import { v5 as uuidFrom } from 'uuid';
import { floodLimits, Floods } from '../listening/floods.js';
import { toReportedEvent, type ReportedEvent } from '../listening/reported-event.js';
import { digestOf } from './address.js';

/** The most events of one request that are stored: vendors tell a few at once. */
export const maxEventsPerRequest = 100;

/** For how many clients events are counted at a time; the one that was told least lately is forgotten first. */
const maxCountedClients = 1_000;

/** The devices of clients whose vendors tell too many events, as this process has counted them. */
export type ToldFloods = LRUCache<string, Floods>;

export const createToldFloods = (): ToldFloods => new LRUCache({ max: maxCountedClients });

interface Told {
  client: string;
  /** The vendor's id of what is told, where it has one. */
  id: string | undefined;
  events: readonly DeviceEvent[];
}

/** What becomes of the events of a request: those to be stored, and how many are dropped, and why. */
interface TakenEvents {
  events: ReportedEvent[];
  flooding: number;
  invalid: number;
}

/**
 * Takes the events of a request within the limits of listening. Whoever has the secret of an app signs what it
 * likes, so only the first events of a request count, and only as many of a device as may be heard of it.
 */
export function takeToldEvents(
  floods: ToldFloods,
  { client, id, events }: Told,
  now = new Date(),
): TakenEvents {
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
    const heard = toReportedEvent(event, now);
    if (!heard) return [];
    return [id === undefined ? heard : { ...heard, id: occurrenceId(client, id, index) }];
  });
  return {
    events: valid,
    flooding: events.length - accepted.length,
    invalid: accepted.length - valid.length,
  };
}

/**
 * The id of an event that a vendor tells with an id: always the same, so that it is stored and delivered once,
 * however often it is told (UUIDv5, RFC 9562). The index is that among all events of the request.
 */
const occurrenceId = (client: string, id: string, index: number): string =>
  uuidFrom(`told ${digestOf(id)} ${index}`, client);
