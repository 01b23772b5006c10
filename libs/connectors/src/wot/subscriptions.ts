import type { EventAffordance } from '@trellis/connector-sdk';
import {
  describedEvent,
  affordancesOf,
  withVariables,
  type BothSurroundings,
} from './affordance.js';
import { formsFor, type Form, type Operation } from './form.js';
import { socketOf } from './web-thing.js';

export interface Subscription {
  /** The kind of what it covers; `thing` is both. */
  kind: 'property' | 'event' | 'thing';
  /** The name of one property or event; left out when the form covers all of them. */
  name?: string;
  form: Form;
}

interface Described {
  forms?: unknown;
  links?: unknown;
  properties?: Record<string, unknown> | undefined;
  events?: Record<string, unknown> | undefined;
}

export interface Subscribable {
  events: Map<string, EventAffordance>;
  subscriptions: Subscription[];
}

/**
 * Returns the events of a description that can be subscribed to, and the subscriptions for them and for the readable
 * properties: one form for all where there is one, otherwise one for each; the WebSocket of a WebThing where there is
 * none.
 */
export function subscriptionsOf(
  described: Described,
  readable: ReadonlySet<string>,
  both: BothSurroundings,
): Subscribable {
  const values = valuesIn(described, readable, both);
  const { events, subscriptions } = eventsIn(described, both);
  if (values.length + subscriptions.length > 0) {
    return { events, subscriptions: [...values, ...subscriptions] };
  }
  const [socket] = socketOf({ links: described.links }, both.asWebThing);
  if (!socket) return { events, subscriptions };
  const all = [...affordancesOf(described.events ?? {})].flatMap(({ name, terms }) => {
    const affordance = describedEvent(terms);
    return affordance ? [[name, affordance] as const] : [];
  });
  return { events: new Map(all), subscriptions: [{ kind: 'thing', form: socket }] };
}

function valuesIn(
  { forms, properties = {} }: Described,
  readable: ReadonlySet<string>,
  { around }: BothSurroundings,
): Subscription[] {
  if (readable.size === 0) return [];
  const [all] = formsFor('observeallproperties', forms, withVariables(around, {}));
  if (all) return [{ kind: 'property', form: all }];
  return [...affordancesOf(properties)].flatMap(({ name, terms }) => {
    const form = readable.has(name) && best('observeproperty', terms, around);
    return form ? [{ kind: 'property' as const, name, form }] : [];
  });
}

function eventsIn({ forms, events = {} }: Described, { around }: BothSurroundings): Subscribable {
  const [all] = formsFor('subscribeallevents', forms, withVariables(around, {}));
  const known = [...affordancesOf(events)].flatMap(({ name, terms }) => {
    const affordance = describedEvent(terms);
    const form = all ?? best('subscribeevent', terms, around);
    return affordance && form ? [{ name, affordance, form }] : [];
  });
  const subscriptions: Subscription[] =
    all && known.length > 0
      ? [{ kind: 'event', form: all }]
      : known.map(({ name, form }) => ({ kind: 'event', name, form }));
  return {
    events: new Map(known.map(({ name, affordance }) => [name, affordance])),
    subscriptions,
  };
}

/** Returns the best form for an operation; forms of events without `op` are for subscriptions. */
function best(
  operation: Operation,
  terms: Record<string, unknown>,
  around: BothSurroundings['around'],
): Form | undefined {
  const defaults: Operation[] = operation === 'subscribeevent' ? [operation] : [];
  return formsFor(operation, terms.forms, withVariables(around, terms.uriVariables), defaults)[0];
}
