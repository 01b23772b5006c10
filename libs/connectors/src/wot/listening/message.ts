import { type DeviceEvent, isObject, type Report } from '@trellis/connector-sdk';
import { valueInEvent, isPlainJson } from '../content.js';
import { deviceOf } from '../device.js';
import type { Command } from '../send.js';
import type { Subscription } from '../subscriptions.js';
import type { DescribedProperty, DescribedThing } from '../thing.js';
import { isKnown } from '../values.js';

export interface Message {
  /** The type of a server-sent event; `message` for an event without one and for a response. */
  type: string;
  text: string;
}

type ThingReport = Report<Command> | undefined;

/**
 * Reads a message about a thing; undefined when it concerns nothing that the thing has. The type of a message about
 * one property or event may be its name (WoT Profile, HTTP SSE); a message without a type may carry several
 * properties, as the members of an object.
 */
export function readMessage(
  thing: DescribedThing,
  { kind, name: wanted, form }: Subscription,
  { type, text }: Message,
): ThingReport {
  if (kind === 'thing') return readWebThing(thing, valueInEvent(text, form));
  const said = type === 'message' ? undefined : type;
  if (wanted !== undefined && said !== undefined && said !== wanted) return undefined;
  const name = wanted ?? said;
  if (kind === 'event') {
    const schema = name === undefined ? undefined : thing.events.get(name)?.data;
    return reportEvent(thing, name, text === '' ? undefined : valueInEvent(text, form, schema));
  }
  if (name === undefined)
    return reportValues(thing, membersOf(valueInEvent(text, form, anyObject)));
  const { affordance } = thing.properties.get(name) ?? {};
  return reportValues(thing, [[name, valueInEvent(text, form, affordance)]]);
}

const anyObject = { type: 'object' } as const;

/** Reads a message in the protocol of WebThings (https://webthings.io/api, section 5). */
function readWebThing(thing: DescribedThing, message: unknown): ThingReport {
  const { messageType, data } = Object.fromEntries(membersOf(message));
  if (messageType === 'propertyStatus') return reportValues(thing, membersOf(data));
  if (messageType !== 'event') return undefined;
  const events = membersOf(data).flatMap(([name, given]) => {
    const { data, timestamp } = Object.fromEntries(membersOf(given));
    const at = new Date(typeof timestamp === 'string' ? timestamp : NaN);
    const { events = [] } = reportEvent(thing, name, data) ?? {};
    return events.map((event) => (Number.isNaN(at.valueOf()) ? event : { ...event, at }));
  });
  return events.length > 0 ? { events } : undefined;
}

function reportValues(thing: DescribedThing, values: [string, unknown][]): ThingReport {
  const known = values.filter(([name, value]) => isValueOf(thing.properties.get(name), value));
  if (known.length === 0) return undefined;
  // Other values stay as they are.
  return { devices: [{ ...deviceOf(thing, Object.fromEntries(known)), forgotten: [] }] };
}

const isValueOf = (property: DescribedProperty | undefined, value: unknown): boolean =>
  property !== undefined &&
  property.read.length > 0 &&
  isKnown(value, property.affordance) &&
  isPlainJson(value);

function reportEvent(thing: DescribedThing, name: string | undefined, data: unknown): ThingReport {
  const affordance = name === undefined ? undefined : thing.events.get(name);
  if (name === undefined || !affordance || !isPlainJson(data)) return undefined;
  const event: DeviceEvent = { device: thing.id, name };
  const isNothing = data === undefined || (data === null && affordance.data === undefined);
  return { events: [isNothing ? event : { ...event, data }] };
}

const membersOf = (value: unknown): [string, unknown][] =>
  isObject(value) ? Object.entries(value) : [];
