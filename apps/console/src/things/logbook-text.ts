import type { LogbookEntry, Property } from '../api/things.js';
import { requesterText, type AppName } from '../components/app-names.js';
import { formatChange, formatValue } from '../components/format.js';

type Cause = LogbookEntry['cause'];

const states: Record<string, string> = {
  available: 'Available',
  unavailable: 'Unavailable',
  unknown: 'Unknown',
};

const targets: Record<NonNullable<LogbookEntry['status']>, string> = {
  queued: 'Waits for the device',
  pending: 'Requested',
  unconfirmed: 'Not confirmed',
  withdrawn: 'Withdrawn',
};

/** The part of a thing that the texts of entries need. */
interface Described {
  properties: Record<string, Pick<Property, 'title' | 'unit' | '@type'>>;
  events: Record<string, { title?: string | undefined }>;
}

/** Returns what an entry is about: the title of a property or event, or a part of the thing. */
export function titleOf({ kind, property, event }: LogbookEntry, thing: Described): string {
  if (property !== undefined) return thing.properties[property]?.title ?? property;
  if (event !== undefined) return thing.events[event]?.title ?? event;
  return kind === 'availability_changed' ? 'Availability' : 'Device';
}

/** Returns from what to what something has changed. */
export function changeOf(
  entry: LogbookEntry,
  { properties }: Pick<Described, 'properties'>,
): string {
  const { kind, property = '', previous, value, status, data } = entry;
  const format = (one: unknown) => formatValue(one, properties[property]);
  switch (kind) {
    case 'property_changed': {
      const [before, after] = formatChange(previous, value, properties[property]);
      return previous === undefined ? `→ ${after}` : `${before} → ${after}`;
    }
    case 'target_changed':
      return `${targets[status ?? 'pending']}: ${format(value)}`;
    case 'availability_changed':
      return `${states[String(previous)]} → ${states[String(value)]}`;
    case 'thing_event':
      return data === undefined ? 'Happened' : formatValue(data);
    case 'device_replaced':
      return 'Replaced by another device';
    default:
      return 'Its own device again';
  }
}

const causes: Partial<Record<Cause['type'], string>> = {
  reported: 'Reported by the device',
  unknown: 'Not known',
};

/** Returns why something has changed, in words; `code` says why its availability is unknown. */
export function causeOf({ cause, code, value }: LogbookEntry, nameOf: AppName): string {
  const { type, subject, batch, scene } = cause;
  const because = code === undefined ? '' : ` (${code})`;
  if (type === 'client') {
    return value === 'unknown' ? `Nothing is known from its client${because}` : 'Its client works';
  }
  const text = causes[type];
  if (text !== undefined) return `${text}${because}`;
  const requester = requesterText(cause, nameOf);
  const by = subject === undefined ? requester : `${subject} in ${requester}`;
  if (scene !== undefined) return `Scene, restored by ${by}`;
  if (batch !== undefined) return `Bulk command of ${by}`;
  return subject === undefined ? `By ${by}` : `By the end user ${by}`;
}
