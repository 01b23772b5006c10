import type { EventAffordance } from '@trellis/connector-sdk';
import { describedEvent } from './affordance.js';
import { formsFor, type Form, type Operation, type Surroundings } from './form.js';
import { affordancesOf, withVariables } from './terms.js';

/** A form whose server tells what happens to a thing. */
export interface Subscription {
  kind: 'property' | 'event';
  /** Of one property or event; left out when the form tells all of them. */
  name?: string;
  form: Form;
}

interface Described {
  forms?: unknown;
  properties?: Record<string, unknown> | undefined;
  events?: Record<string, unknown> | undefined;
}

/**
 * The events of a description that can be subscribed to, and what it takes to hear them and the values of its
 * readable properties: one form for all where there is one, otherwise one for each.
 */
export function subscriptionsOf(
  { forms, properties = {}, events = {} }: Described,
  readable: ReadonlySet<string>,
  around: Surroundings,
): { events: Map<string, EventAffordance>; subscriptions: Subscription[] } {
  /** The best form for an operation; forms of events without `op` are to subscribe with. */
  const best = (operation: Operation, terms: Record<string, unknown>): Form[] => {
    const defaults: Operation[] = operation === 'subscribeevent' ? [operation] : [];
    const own = withVariables(around, terms.uriVariables);
    return formsFor(operation, terms.forms, own, defaults).slice(0, 1);
  };
  const values = best('observeallproperties', { forms }).map((form): Subscription => ({
    kind: 'property',
    form,
  }));
  const occurrences = best('subscribeallevents', { forms }).map((form): Subscription => ({
    kind: 'event',
    form,
  }));
  const eachValue = [...affordancesOf(properties)].flatMap(({ name, terms }) =>
    readable.has(name)
      ? best('observeproperty', terms).map((form): Subscription => ({
          kind: 'property',
          name,
          form,
        }))
      : [],
  );
  const known = new Map<string, EventAffordance>();
  const eachOccurrence = [...affordancesOf(events)].flatMap(({ name, terms }) => {
    const affordance = describedEvent(terms);
    const own = best('subscribeevent', terms);
    if (!affordance || own.length + occurrences.length === 0) return [];
    known.set(name, affordance);
    return own.map((form): Subscription => ({ kind: 'event', name, form }));
  });
  return {
    events: known,
    subscriptions: [
      ...(values.length > 0 && readable.size > 0 ? values : eachValue),
      ...(occurrences.length > 0 && known.size > 0 ? occurrences : eachOccurrence),
    ],
  };
}
