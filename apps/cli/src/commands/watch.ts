import type { Trellis } from '@trellis/client';
import pMap from 'p-map';
import { findThing, idOf } from '../lookup/ids.js';
import { firstOf } from '../lookup/pages.js';
import type { Thing, ThingValues } from '../lookup/things.js';
import { CliError, exitCodes } from '../output/exit-codes.js';
import type { Context } from '../session/context.js';
import { showInPlace, showLines, type Told, type Watched } from './watch-view.js';

/** More than fit on a screen are not watched one by one. */
const maxThings = 200;

/** Shows values as they change: in place on a terminal, line by line elsewhere, until it is interrupted. */
export async function watch(context: Context, given: string[]): Promise<void> {
  const { printer, signal } = context;
  const trellis = await context.trellis();
  // What happens after this position is told, so that nothing is missed while the present is read.
  const { cursor } = (await trellis.get('/changes')).data;
  const watched = await readPresent(trellis, given);
  const view = printer.isTerminal && !printer.json ? showInPlace(printer) : showLines(printer);
  try {
    view.begin([...watched.values()]);
    const types = ['property_changed' as const, 'thing_updated' as const];
    for await (const event of trellis.events({ types, lastEventId: cursor, signal })) {
      if (event.type === 'reset') printer.note('Some changes were missed.');
      if (!('thing' in event.data)) continue;
      const thing = watched.get(idOf(event.data.thing.href));
      if (thing) view.tell(apply(thing, event), thing, [...watched.values()]);
    }
  } finally {
    view.end();
  }
}

async function readPresent(trellis: Trellis, given: string[]): Promise<Map<string, Watched>> {
  if (given.length === 0) {
    const query = { view: 'values' };
    const { items, more } = await firstOf(trellis, '/things', { limit: maxThings, query });
    if (items.length === 0) throw new CliError('There are no things to watch.', exitCodes.notFound);
    if (more) {
      throw new CliError(
        `There are more than ${maxThings} things.`,
        exitCodes.usage,
        'Name those to watch.',
      );
    }
    const things = items as unknown as ThingValues[];
    return new Map(things.map((thing) => [idOf(thing.id), { ...thing, id: idOf(thing.id) }]));
  }
  if (given.length > maxThings)
    throw new CliError(`More than ${maxThings} things.`, exitCodes.usage);
  const things = await pMap(
    given,
    async (one) => {
      const path = { id: await findThing(trellis, one) };
      return toWatched((await trellis.get('/things/{id}', { path })).data);
    },
    { concurrency: 8 },
  );
  return new Map(things.map((thing) => [thing.id, thing]));
}

function toWatched({ id, title, properties, available }: Thing): Watched {
  const known = Object.entries(properties).filter(([, { value }]) => value !== undefined);
  const values = Object.fromEntries(known.map(([name, { value }]) => [name, value]));
  return { id: idOf(id), title, values, available };
}

type Event = { type: string; data: object };

/** Notes what an event tells. */
function apply(thing: Watched, { data }: Event): Told {
  const told = data as {
    time?: string;
    property?: { name: string };
    value?: unknown;
    available?: boolean;
  };
  const time = told.time ?? new Date().toISOString();
  thing.changed = time;
  if (told.property) {
    thing.values[told.property.name] = told.value;
    return { thing: thing.id, time, property: told.property.name, value: told.value };
  }
  thing.available = told.available ?? thing.available;
  return { thing: thing.id, time, available: thing.available };
}
