import { createLogUpdate } from 'log-update';
import { terminalSize, type Printer } from '../output/printer.js';
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
type Told = {
  thing: string;
  time: string;
  property?: string;
  value?: unknown;
  available?: boolean;
  deleted?: true;
};

/** How often it is drawn at most (ms). */
const everyMs = 100;

export interface View {
  /** Shows things as they are now, all or those that have come or changed. */
  show(things: Watched[], all: Watched[]): void;
  /** Shows what a stream tells of a thing. */
  tell(told: Told, thing: Watched, all: Watched[]): void;
  end(): void;
}

/** A table that is drawn anew, as high as the terminal at most. */
export function showInPlace(printer: Printer): View {
  const update = createLogUpdate(sizedTerminal());
  let drawing: NodeJS.Timeout | undefined;
  const render = (all: Watched[]) => {
    drawing = undefined;
    const { columns, rows } = terminalSize();
    const lines = renderTable(columnsOf(printer), all, {
      width: columns,
      title: printer.colors.bold,
    });
    const room = Math.max(2, rows - 2);
    const rest = lines.length > room ? [`… and ${lines.length - room} more`] : [];
    update([...lines.slice(0, room), ...rest, printer.colors.dim('Ctrl-C ends it.')].join('\n'));
  };
  let shown: Watched[] | undefined;
  const draw = (all: Watched[]) => {
    if (shown === undefined) render(all);
    else drawing ??= setTimeout(() => render(shown!), everyMs);
    shown = all;
  };
  return {
    show: (_things, all) => draw(all),
    tell: (_told, _thing, all) => draw(all),
    end: () => {
      clearTimeout(drawing);
      update.done();
    },
  };
}

/** Standard output with a size in any case: of 0 columns or rows, nothing would be drawn. */
function sizedTerminal(): NodeJS.WriteStream {
  const { stdout } = process;
  return Object.create(stdout, {
    write: { value: stdout.write.bind(stdout) },
    columns: { get: () => terminalSize(stdout).columns },
    rows: { get: () => terminalSize(stdout).rows },
  }) as NodeJS.WriteStream;
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

/** What happened to a thing, for people. */
function whatOf({ property, value, deleted, available }: Told): string {
  if (property !== undefined) return `${property} = ${shortValue(value)}`;
  if (deleted) return 'is deleted';
  return available ? 'is available' : 'is not available';
}

/** A line for each thing, and then for each change. */
export function showLines(printer: Printer): View {
  return {
    show: (things) => {
      for (const { id, title, values, available } of things) {
        if (printer.json) printer.jsonLine({ thing: id, title, values, available });
        else {
          const line = `${clockTime(Date.now())}  ${title}  ${shortValues(values)}`;
          printer.lines([safeLine(line)]);
        }
      }
    },
    tell: (told, { title }) => {
      if (printer.json) return printer.jsonLine(told);
      printer.lines([safeLine(`${clockTime(told.time)}  ${title}  ${whatOf(told)}`)]);
    },
    end: () => undefined,
  };
}
