import type { DeviceEvent, Heard } from '@trellis/connector-sdk';
import { valueInEvent } from '../content.js';
import { deviceOf } from '../device.js';
import { isPlainJson } from '../plain.js';
import type { Command } from '../send.js';
import type { Subscription } from '../subscriptions.js';
import type { DescribedThing } from '../thing.js';
import { isKnown } from '../values.js';

/** What a server sent on a subscription. */
export interface Message {
  /** The type of a server-sent event; of an event without one, and of a response, `message`. */
  type: string;
  text: string;
}

/**
 * What a message says about a thing; undefined when it says nothing that the thing has. The type of a message that
 * concerns one property or event may be its name (WoT Profile, HTTP SSE); one without may tell several properties,
 * as the members of an object.
 */
export function hearMessage(
  thing: DescribedThing,
  subscription: Subscription,
  { type, text }: Message,
): Heard<Command> | undefined {
  const name = subscription.name ?? (type === 'message' ? undefined : type);
  if (subscription.name !== undefined && type !== 'message' && type !== name) return undefined;
  return subscription.kind === 'property'
    ? hearValues(thing, { ...subscription, ...(name !== undefined && { name }) }, text)
    : hearEvent(thing, { ...subscription, ...(name !== undefined && { name }) }, text);
}

function hearValues(
  thing: DescribedThing,
  { name, form }: Subscription,
  text: string,
): Heard<Command> | undefined {
  const told =
    name === undefined
      ? membersOf(valueInEvent(text, form, { type: 'object' }))
      : [[name, valueInEvent(text, form, thing.properties.get(name)?.affordance)] as const];
  const known = told.filter(([one, value]) => {
    const property = thing.properties.get(one);
    return property !== undefined && property.read.length > 0 && isValue(value, property);
  });
  if (known.length === 0) return undefined;
  const device = deviceOf(thing, Object.fromEntries(known));
  return { devices: [{ ...device, forgotten: [] }] };
}

const membersOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];

const isValue = (value: unknown, { affordance }: { affordance: Parameters<typeof isKnown>[1] }) =>
  isKnown(value, affordance) && isPlainJson(value);

function hearEvent(
  thing: DescribedThing,
  { name, form }: Subscription,
  text: string,
): Heard<Command> | undefined {
  const affordance = name === undefined ? undefined : thing.events.get(name);
  if (name === undefined || !affordance) return undefined;
  const data = text === '' ? undefined : valueInEvent(text, form, affordance.data);
  if (!isPlainJson(data)) return undefined;
  const event: DeviceEvent = { device: thing.id, name };
  const isNothing = data === undefined || (data === null && affordance.data === undefined);
  return { events: [isNothing ? event : { ...event, data }] };
}
