import { isProblem, type Trellis } from '@trellis/client';
import pMap from 'p-map';
import { findThing, idOf, type Thing } from '../lookup/named.js';
import { firstOf, readEach } from '../lookup/pages.js';
import { notFoundError, usageError } from '../output/failure.js';
import type { Target } from '../output/format.js';
import type { Context } from '../session/context.js';
import { showLines, showTable, type View, type Watched } from './watch-view.js';

const maxThings = 200;

/** Shows values as they change, until it is interrupted: in place on a terminal, and line by line elsewhere. */
export async function watch({ printer, signal, trellis }: Context, given: string[]): Promise<void> {
  // Events are read from this cursor on, so that none is missed while the current state is read.
  const { cursor } = (await trellis.get('/changes')).data;
  const ids = await findThings(trellis, given);
  let watched = await readCurrent(trellis, ids);
  const missing = ids?.find((id) => !watched.has(id));
  if (missing) throw notFoundError(`There is no thing ${missing}.`);
  if (watched.size === 0) throw notFoundError('There are no things to watch.');
  const all = () => [...watched.values()];
  const view = printer.isTerminal && !printer.json ? showTable(printer, all) : showLines(printer);
  try {
    view.show(all());
    for await (const event of trellis.events({ types, lastEventId: cursor, signal })) {
      if (event.type === 'reset') {
        printer.note('Some changes were missed; this is the current state.');
        watched = await readCurrent(trellis, ids);
        view.show(all());
      } else if ('thing' in event.data) {
        await applyEvent({ trellis, view, watched, ids }, event as Event);
      }
    }
  } finally {
    view.end();
  }
}

const types = [
  'property_changed' as const,
  'target_changed' as const,
  'thing_updated' as const,
  'thing_created' as const,
  'thing_deleted' as const,
];

interface Following {
  trellis: Trellis;
  view: View;
  watched: Map<string, Watched>;
  ids: string[] | undefined;
}

async function applyEvent({ trellis, view, watched, ids }: Following, { type, data }: Event) {
  const { thing: reference, time = new Date().toISOString(), property, available } = data;
  const id = idOf(reference.href);
  const thing = watched.get(id);
  if (type === 'thing_deleted') {
    if (!thing) return;
    watched.delete(id);
    return view.change({ thing: id, time, deleted: true }, thing);
  }
  const isWanted = ids ? ids.includes(id) : watched.size < maxThings;
  if (!thing || (!property && available === undefined)) {
    // The thing is new, or the event does not contain what changed.
    const present = thing || isWanted ? await readThing(trellis, id) : undefined;
    if (!present) return;
    watched.set(id, { ...present, changed: time });
    return view.show([present]);
  }
  // The event does not say whether a thing that is not available is unavailable or unknown.
  const read = available === false ? await readThing(trellis, id) : undefined;
  const availability = available ? isAvailable : (read ?? thing).availability;
  thing.changed = time;
  view.change({ thing: id, time, ...applyTo(thing, { ...data, availability }) }, thing);
}

const isAvailable = { state: 'available' } as const;

/** Applies what an event has to a thing; returns the change. */
function applyTo(
  thing: Watched,
  { property, value, target, availability }: Event['data'] & Pick<Watched, 'availability'>,
) {
  if (!property) {
    Object.assign(thing, { availability, available: availability.state === 'available' });
    return { available: thing.available, availability };
  }
  const { name } = property;
  if (!target) {
    thing.values[name] = value;
    return { property: name, value };
  }
  const { [name]: _before, ...others } = thing.targets ?? {};
  const hasEnded = target.status === 'confirmed' || target.status === 'withdrawn';
  thing.targets = hasEnded ? others : { ...others, [name]: target };
  return { property: name, target };
}

interface Event {
  type: string;
  data: {
    thing: { href: string };
    time?: string;
    property?: { name: string };
    value?: unknown;
    target?: Target;
    available?: boolean;
  };
}

async function findThings(trellis: Trellis, given: string[]): Promise<string[] | undefined> {
  if (given.length === 0) return undefined;
  if (given.length > maxThings) throw usageError(`More than ${maxThings} things.`);
  return pMap(given, (one) => findThing(trellis, one), { concurrency: 8 });
}

async function readCurrent(
  trellis: Trellis,
  ids: string[] | undefined,
): Promise<Map<string, Watched>> {
  if (ids) {
    const things = await readEach(ids, (id) => readThing(trellis, id));
    return new Map(things.map((thing) => [thing.id, thing]));
  }
  const query = { view: 'values' };
  const { items, more } = await firstOf(trellis, '/things', { limit: maxThings, query });
  if (more) {
    throw usageError(`There are more than ${maxThings} things.`, 'Name the things to watch.');
  }
  return new Map(items.map((thing) => [idOf(thing.id), { ...thing, id: idOf(thing.id) }]));
}

/** Reads a thing; returns undefined if it was deleted. */
const readThing = (trellis: Trellis, id: string): Promise<Watched | undefined> =>
  trellis.get('/things/{id}', { path: { id } }).then(
    ({ data }) => toWatched(data),
    (error: unknown) => {
      if (isProblem(error, 'not_found')) return undefined;
      throw error;
    },
  );

function toWatched({ id, title, properties, available, availability }: Thing): Watched {
  const known = Object.entries(properties).filter(([, { value }]) => value !== undefined);
  const values = Object.fromEntries(known.map(([name, { value }]) => [name, value]));
  const requested = Object.entries(properties).filter(([, { target }]) => target !== undefined);
  const targets = Object.fromEntries(requested.map(([name, { target }]) => [name, target!]));
  return {
    id: idOf(id),
    title,
    values,
    available,
    availability,
    ...(requested.length > 0 && { targets }),
  };
}
