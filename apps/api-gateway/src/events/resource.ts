import {
  anyJson,
  attributes,
  type ClientState,
  clientState,
  failureCode,
  type MatchedEvent,
  targetOutcome,
  thingEventKind,
} from '@trellis/contracts';
import { z } from 'zod';
import type { Hrefs } from '../resources/hrefs.js';
import { reference } from '../resources/reference.js';

/** `time` is when it was recorded; `attributes` are those of the thing or the client, unless the reader is an end user. */
const any = {
  id: z.string(),
  time: z.iso.datetime().optional(),
  attributes: attributes.optional(),
};
const common = { ...any, thing: reference };

/** The state of a client, as the client itself has it, with the code of its error. */
export const clientStateResource = clientState.extend({
  error: z.object({ code: failureCode }).optional(),
});

export const clientStateToJson = ({ status, error, paused }: Partial<ClientState>) => ({
  ...(status && { status }),
  ...(error && { error: { code: error } }),
  ...(paused && { paused }),
});

/** The data of the events in the stream of all things; a `reset` has none. */
export const thingEventResource = z
  .union([
    z.strictObject({
      ...common,
      property: reference.extend({ name: z.string() }),
      value: anyJson,
      turn: z
        .enum(['begins', 'ends'])
        .optional()
        .describe('Of a subscription with a condition: whether it begins or ends with this value.'),
    }),
    z.strictObject({
      ...common,
      property: reference.extend({ name: z.string() }),
      target: targetOutcome,
    }),
    z.strictObject({
      ...common,
      event: reference.extend({ name: z.string() }),
      data: anyJson.optional(),
      occurred_at: z.iso.datetime(),
    }),
    z.strictObject({ ...common, available: z.boolean() }),
    z.strictObject(common),
    z.strictObject({
      ...any,
      client: reference,
      ...clientStateResource.shape,
    }),
    z.strictObject({ ...any, client: reference }),
    z.strictObject({}),
  ])
  .meta({ id: 'ThingEvent' });

/** An event whose message waits, as the stream has it. */
export const pendingEventResource = z
  .object({ type: thingEventKind, data: thingEventResource })
  .meta({ id: 'PendingEvent' });

export function thingEventToJson(
  event: MatchedEvent,
  hrefs: Hrefs,
): z.output<typeof thingEventResource> {
  const { attributes } = event;
  const any = {
    id: `urn:uuid:${event.thing}`,
    time: event.time,
    ...(attributes && { attributes }),
  };
  if (event.kind === 'client_status_changed') {
    const { status } = event;
    return {
      ...any,
      client: { href: hrefs.client(event.thing) },
      ...clientStateToJson(event),
      status,
    };
  }
  if (event.kind === 'client_deleted') {
    return { ...any, client: { href: hrefs.client(event.thing) } };
  }
  const common = { ...any, thing: { href: hrefs.thing(event.thing) } };
  if (event.kind === 'thing_updated') return { ...common, available: event.available };
  if (event.kind === 'thing_event') {
    const { thing, name, data, occurred } = event;
    return {
      ...common,
      event: { href: hrefs.thingEvent(thing, name), name },
      ...(data !== undefined && { data }),
      occurred_at: occurred,
    };
  }
  if (event.kind !== 'property_changed' && event.kind !== 'target_changed') return common;
  const { name } = event;
  const property = { href: hrefs.thingProperty(event.thing, name), name };
  if (event.kind === 'target_changed') return { ...common, property, target: event.target };
  const { value, turn } = event;
  return { ...common, property, value, ...(turn && { turn }) };
}
