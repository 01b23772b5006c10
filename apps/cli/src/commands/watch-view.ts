import { createLogUpdate } from 'log-update';
import type { Printer } from '../output/printer.js';
import { safeLine } from '../output/safe-text.js';
import { stateColor } from '../output/state.js';
import { renderTable } from '../output/table.js';
import { clockTime } from '../output/time.js';
import { shortValue, shortValues } from '../output/values.js';

export interface Watched {
  id: string;
  title: string;
  values: Record<string, unknown>;
  available: boolean;
  changed?: string | undefined;
}

/** What a stream tells of a thing, as it is printed for programs. */
export type Told = {
  thing: string;
  time: string;
  property?: string;
  value?: unknown;
  available?: boolean;
};

/** How often it is drawn at most (ms). */
const everyMs = 100;

interface View {
  begin(all: Watched[]): void;
  tell(told: Told, thing: Watched, all: Watched[]): void;
  end(): void;
}

/** A table that is drawn anew, as high as the terminal at most. */
export function showInPlace(printer: Printer): View {
  const { stdout } = process;
  const update = createLogUpdate(stdout);
  let drawing: NodeJS.Timeout | undefined;
  const render = (all: Watched[]) => {
    drawing = undefined;
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
    tell: (_told, _thing, all) => {
      drawing ??= setTimeout(() => render(all), everyMs);
    },
    end: () => {
      clearTimeout(drawing);
      update.done();
    },
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

/** A line for each thing, and then for each change. */
export function showLines(printer: Printer): View {
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
