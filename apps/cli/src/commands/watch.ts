import { createLogUpdate } from 'log-update';
import type { Trellis } from '@trellis/client';
import pMap from 'p-map';
import { findThing, idOf } from '../lookup/ids.js';
import { firstOf } from '../lookup/pages.js';
import type { Thing, ThingValues } from '../lookup/things.js';
import { CliError, exitCodes } from '../output/exit-codes.js';
import type { Printer } from '../output/printer.js';
import { safeLine } from '../output/safe-text.js';
import { stateColor } from '../output/state.js';
import { renderTable } from '../output/table.js';
import { clockTime } from '../output/time.js';
import { shortValue, shortValues } from '../output/values.js';
import type { Context } from '../session/context.js';

/** More than fit on a screen are not watched one by one. */
const maxThings = 200;

interface Watched {
  id: string;
  title: string;
  values: Record<string, unknown>;
  available: boolean;
  changed?: string | undefined;
}

/** What a stream tells of a thing, as it is printed for programs. */
type Told = {
  thing: string;
  time: string;
  property?: string;
  value?: unknown;
  available?: boolean;
};

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

interface View {
  begin(all: Watched[]): void;
  tell(told: Told, thing: Watched, all: Watched[]): void;
  end(): void;
}

function showInPlace(printer: Printer): View {
  const { stdout } = process;
  const update = createLogUpdate(stdout);
  const render = (all: Watched[]) => {
    const lines = renderTable(columnsOf(printer), all, {
      width: stdout.columns,
      title: printer.colors.bold,
    });
    const room = Math.max(2, stdout.rows - 2);
    const rest = lines.length > room ? [`… and ${lines.length - room} more`] : [];
    update([...lines.slice(0, room), ...rest, printer.colors.dim('Ctrl-C ends it.')].join('\n'));
  };
  return {
    begin: render,
    tell: (_told, _thing, all) => render(all),
    end: () => update.done(),
  };
}

const columnsOf = (printer: Printer) => [
  { title: 'THING', text: ({ title }: Watched) => title, min: 12 },
  {
    title: 'STATE',
    text: ({ available }: Watched) => (available ? 'ok' : 'away'),
    style: (text: string, { available }: Watched) =>
      stateColor(printer, available ? 'available' : 'unavailable')(text),
  },
  { title: 'CHANGED', text: ({ changed }: Watched) => changed && clockTime(changed) },
  { title: 'VALUES', text: ({ values }: Watched) => shortValues(values), min: 12 },
];

function showLines(printer: Printer): View {
  return {
    begin: (all) => {
      for (const { id, title, values, available } of all) {
        if (printer.json) printer.jsonLine({ thing: id, title, values, available });
        else
          printer.lines(
            `${clockTime(Date.now())}  ${safeLine(title)}  ${safeLine(shortValues(values))}`,
          );
      }
    },
    tell: (told, { title, available }) => {
      if (printer.json) return printer.jsonLine(told);
      const what =
        told.property === undefined
          ? available
            ? 'is available'
            : 'is not available'
          : `${told.property} = ${shortValue(told.value)}`;
      printer.lines(`${clockTime(told.time)}  ${safeLine(title)}  ${safeLine(what)}`);
    },
    end: () => undefined,
  };
}
