import { isProblem, type Trellis } from '@trellis/client';
import pMap from 'p-map';
import { findThing, idOf } from '../lookup/ids.js';
import { firstOf, readEach } from '../lookup/pages.js';
import type { Thing } from '../lookup/things.js';
import { CliError, exitCodes } from '../output/exit-codes.js';
import type { Context } from '../session/context.js';
import { showInPlace, showLines, type View, type Watched } from './watch-view.js';

/** More than fit on a screen are not watched one by one. */
const maxThings = 200;

/** Shows values as they change: in place on a terminal, line by line elsewhere, until it is interrupted. */
export async function watch(context: Context, given: string[]): Promise<void> {
  const { printer, signal } = context;
  const trellis = await context.trellis();
  // What happens after this position is told, so that nothing is missed while the present is read.
  const { cursor } = (await trellis.get('/changes')).data;
  const ids = await findThings(trellis, given);
  let watched = await readPresent(trellis, ids);
  const missing = ids?.find((id) => !watched.has(id));
  if (missing) throw new CliError(`There is no thing ${missing}.`, exitCodes.notFound);
  if (watched.size === 0) throw new CliError('There are no things to watch.', exitCodes.notFound);
  const view = printer.isTerminal && !printer.json ? showInPlace(printer) : showLines(printer);
  const all = () => [...watched.values()];
  try {
    view.show(all(), all());
    for await (const event of trellis.events({ types, lastEventId: cursor, signal })) {
      if (event.type === 'reset') {
        printer.note('Some changes were missed; this is the present.');
        watched = await readPresent(trellis, ids);
        view.show(all(), all());
      } else if ('thing' in event.data) {
        await follow({ trellis, view, watched, ids }, event as Event);
      }
    }
  } finally {
    view.end();
  }
}

const types = [
  'property_changed' as const,
  'thing_updated' as const,
  'thing_created' as const,
  'thing_deleted' as const,
];

interface Following {
  trellis: Trellis;
  view: View;
  watched: Map<string, Watched>;
  /** Of the things that were named; undefined where all are watched. */
  ids: string[] | undefined;
}

/** Notes and shows what an event tells of a thing. */
async function follow({ trellis, view, watched, ids }: Following, { type, data }: Event) {
  const { thing: reference, time = new Date().toISOString(), property, value, available } = data;
  const id = idOf(reference.href);
  const thing = watched.get(id);
  if (type === 'thing_deleted') {
    if (!thing) return;
    watched.delete(id);
    return view.tell({ thing: id, time, deleted: true }, thing, [...watched.values()]);
  }
  const isWanted = ids ? ids.includes(id) : watched.size < maxThings;
  if (!thing || (!property && available === undefined)) {
    // It is new, or it has changed in what the event does not say.
    const present = thing || isWanted ? await readThing(trellis, id) : undefined;
    if (!present) return;
    watched.set(id, { ...present, changed: time });
    return view.show([present], [...watched.values()]);
  }
  thing.changed = time;
  if (property) thing.values[property.name] = value;
  else thing.available = available!;
  const told = property ? { property: property.name, value } : { available: available! };
  view.tell({ thing: id, time, ...told }, thing, [...watched.values()]);
}

interface Event {
  type: string;
  data: {
    thing: { href: string };
    time?: string;
    property?: { name: string };
    value?: unknown;
    available?: boolean;
  };
}

/** The ids of things that were named; undefined where none was. */
async function findThings(trellis: Trellis, given: string[]): Promise<string[] | undefined> {
  if (given.length === 0) return undefined;
  if (given.length > maxThings)
    throw new CliError(`More than ${maxThings} things.`, exitCodes.usage);
  return pMap(given, (one) => findThing(trellis, one), { concurrency: 8 });
}

/** What there is now of the things with these ids, or of all. */
async function readPresent(
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
    throw new CliError(
      `There are more than ${maxThings} things.`,
      exitCodes.usage,
      'Name those to watch.',
    );
  }
  return new Map(items.map((thing) => [idOf(thing.id), { ...thing, id: idOf(thing.id) }]));
}

/** A thing as it is now; undefined where it has been deleted. */
const readThing = (trellis: Trellis, id: string): Promise<Watched | undefined> =>
  trellis.get('/things/{id}', { path: { id } }).then(
    ({ data }) => toWatched(data),
    (error: unknown) => {
      if (isProblem(error, 'not_found')) return undefined;
      throw error;
    },
  );

function toWatched({ id, title, properties, available }: Thing): Watched {
  const known = Object.entries(properties).filter(([, { value }]) => value !== undefined);
  const values = Object.fromEntries(known.map(([name, { value }]) => [name, value]));
  return { id: idOf(id), title, values, available };
}
