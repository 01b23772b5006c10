import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { EventData, TrellisEvent } from '@trellis/client';
import type { Page } from '../api/pages.js';
import { idOf } from '../api/references.js';
import {
  appendEvents,
  thingEventsQuery,
  type ReceivedEvent,
  type Target,
  type Thing,
  type ThingValues,
} from '../api/things.js';

/** Changes of a thing since it was read. */
interface ThingChanges {
  values: Map<string, { value: unknown; time: string | undefined }>;
  /** Undefined where a target was removed. */
  targets: Map<string, Target | undefined>;
  availability?: ThingValues['availability'];
  events: ReceivedEvent[];
}

/** Effects of events on the cache: changes by thing id, and the query keys to invalidate. */
export interface Effects {
  changes: Map<string, ThingChanges>;
  stale: Set<string>;
}

/** Combines events. A later value of a property replaces an earlier one. */
export function effectsOf(events: TrellisEvent[]): Effects {
  const effects: Effects = { changes: new Map(), stale: new Set() };
  for (const event of events) {
    if (event.type === 'property_changed') {
      const { thing, property, value, time } = event.data;
      changesOf(effects, thing.href).values.set(property.name, { value, time });
    } else if (event.type === 'target_changed') {
      const { thing, property, target } = event.data;
      changesOf(effects, thing.href).targets.set(property.name, openTarget(target));
    } else if (event.type === 'thing_event') {
      const { thing, event: happened, data, occurred_at } = event.data;
      changesOf(effects, thing.href).events.push({ name: happened.name, data, at: occurred_at });
    } else if (event.type === 'thing_updated') {
      const { thing, available } = event.data;
      if (available) changesOf(effects, thing.href).availability = { state: 'available' };
      // Only the list says whether it is unavailable or unknown.
      else effects.stale.add('things');
      effects.stale.add(`thing/${idOf(thing.href)}`);
    } else if (event.type === 'thing_created' || event.type === 'thing_deleted') {
      for (const key of ['things', 'limits', `thing/${idOf(event.data.thing.href)}`]) {
        effects.stale.add(key);
      }
    } else if (event.type === 'client_status_changed' || event.type === 'client_deleted') {
      for (const key of ['clients', 'things', 'thing', `client/${idOf(event.data.client.href)}`]) {
        effects.stale.add(key);
      }
    } else if (event.type === 'reset') {
      effects.stale.add('');
    }
  }
  return effects;
}

function changesOf({ changes }: Effects, href: string): ThingChanges {
  const id = idOf(href);
  const known = changes.get(id) ?? { values: new Map(), targets: new Map(), events: [] };
  changes.set(id, known);
  return known;
}

/** Returns a target that is shown; undefined for one that has ended. */
function openTarget({ status, ...target }: EventData['target_changed']['target']) {
  if (status === 'confirmed' || status === 'withdrawn') return undefined;
  return { ...target, status };
}

function withChanges(thing: Thing, { values, targets, availability }: ThingChanges): Thing {
  const properties = { ...thing.properties };
  for (const [name, { value, time }] of values) {
    const property = properties[name];
    if (property) properties[name] = { ...property, value, changed: time ?? property.changed };
  }
  for (const [name, target] of targets) {
    const property = properties[name];
    if (property) properties[name] = { ...property, target };
  }
  return { ...thing, properties, availability: availability ?? thing.availability };
}

function withTargets(known: ThingValues['targets'] = {}, changes: ThingChanges['targets']) {
  const targets = new Map([...Object.entries(known), ...changes]);
  const open = [...targets].filter((entry): entry is [string, Target] => entry[1] !== undefined);
  return Object.fromEntries(open);
}

const withValues = (
  thing: ThingValues,
  { values, targets, availability }: ThingChanges,
): ThingValues => ({
  ...thing,
  values: {
    ...thing.values,
    ...Object.fromEntries([...values].map(([name, { value }]) => [name, value])),
  },
  targets: withTargets(thing.targets, targets),
  availability: availability ?? thing.availability,
});

/** Applies effects to the cache, without reading values again. */
export function applyEffects(queries: QueryClient, { changes, stale }: Effects): void {
  for (const [id, change] of changes) {
    queries.setQueryData<Thing>(['thing', id], (thing) => thing && withChanges(thing, change));
    if (change.events.length > 0) {
      const { queryKey } = thingEventsQuery(id);
      queries.setQueryData(queryKey, (known) => appendEvents(known, change.events));
    }
  }
  if (changes.size > 0) {
    queries.setQueriesData<InfiniteData<Page<ThingValues>>>(
      { queryKey: ['things'] },
      (list) => list && updateList(list, changes),
    );
  }
  for (const key of stale) {
    void queries.invalidateQueries({ queryKey: key === '' ? [] : key.split('/') });
  }
}

function updateList(list: InfiniteData<Page<ThingValues>>, changes: Effects['changes']) {
  const pages = list.pages.map((page) => {
    if (!page.items.some(({ id }) => changes.has(id))) return page;
    const items = page.items.map((thing) => {
      const change = changes.get(thing.id);
      return change ? withValues(thing, change) : thing;
    });
    return { ...page, items };
  });
  return { ...list, pages };
}
