import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { TrellisEvent } from '@trellis/client';
import { heardEventsQuery, withHeard, type HeardEvent } from '../api/heard-events.js';
import type { Page } from '../api/pages.js';
import { idOf } from '../api/references.js';
import type { Thing, ThingValues } from '../api/things.js';

/** What has happened to a thing since it was read. */
interface News {
  values: Map<string, { value: unknown; time: string | undefined }>;
  available?: boolean;
  heard: HeardEvent[];
}

/** What events mean for what is shown: news by the id of the thing, and the queries to read again. */
export interface Effects {
  news: Map<string, News>;
  stale: Set<string>;
}

/** Sums up events, of which a later one of the same value replaces an earlier one. */
export function effectsOf(events: TrellisEvent[]): Effects {
  const effects: Effects = { news: new Map(), stale: new Set() };
  for (const event of events) {
    if (event.type === 'property_changed') {
      const { thing, property, value, time } = event.data;
      newsOf(effects, thing.href).values.set(property.name, { value, time });
    } else if (event.type === 'thing_event') {
      const { thing, event: happened, data, occurred_at } = event.data;
      newsOf(effects, thing.href).heard.push({ name: happened.name, data, at: occurred_at });
    } else if (event.type === 'thing_updated') {
      const { thing, available } = event.data;
      if (available !== undefined) newsOf(effects, thing.href).available = available;
      effects.stale.add(`thing/${idOf(thing.href)}`);
    } else if (event.type === 'thing_created' || event.type === 'thing_deleted') {
      for (const key of ['things', 'limits', `thing/${idOf(event.data.thing.href)}`]) {
        effects.stale.add(key);
      }
    } else if (event.type === 'client_status_changed') {
      for (const key of ['clients', 'things', 'thing', `client/${idOf(event.data.client.href)}`]) {
        effects.stale.add(key);
      }
    } else if (event.type === 'reset') {
      effects.stale.add('');
    }
  }
  return effects;
}

function newsOf({ news }: Effects, href: string): News {
  const id = idOf(href);
  const known = news.get(id) ?? { values: new Map(), heard: [] };
  news.set(id, known);
  return known;
}

/** A Thing Description with its news. */
function withNews(thing: Thing, { values, available }: News): Thing {
  const properties = { ...thing.properties };
  for (const [name, { value, time }] of values) {
    const property = properties[name];
    if (property) properties[name] = { ...property, value, ...(time && { changed: time }) };
  }
  return { ...thing, properties, ...(available !== undefined && { available }) };
}

/** A thing of a list with its news. */
const withValues = (thing: ThingValues, { values, available }: News): ThingValues => ({
  ...thing,
  values: {
    ...thing.values,
    ...Object.fromEntries([...values].map(([name, { value }]) => [name, value])),
  },
  ...(available !== undefined && { available }),
});

/** Brings what was read up to date, without reading values again. */
export function applyEffects(queries: QueryClient, { news, stale }: Effects): void {
  for (const [id, one] of news) {
    queries.setQueryData<Thing>(['thing', id], (thing) => thing && withNews(thing, one));
    if (one.heard.length > 0) {
      const { queryKey } = heardEventsQuery(id);
      queries.setQueryData(queryKey, (heard) => withHeard(heard, one.heard));
    }
  }
  if (news.size > 0) {
    queries.setQueriesData<InfiniteData<Page<ThingValues>>>(
      { queryKey: ['things'] },
      (list) => list && updateList(list, news),
    );
  }
  for (const key of stale) {
    void queries.invalidateQueries({ queryKey: key === '' ? [] : key.split('/') });
  }
}

function updateList(list: InfiniteData<Page<ThingValues>>, news: Effects['news']) {
  const pages = list.pages.map((page) => {
    if (!page.items.some(({ id }) => news.has(id))) return page;
    const items = page.items.map((thing) => {
      const one = news.get(thing.id);
      return one ? withValues(thing, one) : thing;
    });
    return { ...page, items };
  });
  return { ...list, pages };
}
