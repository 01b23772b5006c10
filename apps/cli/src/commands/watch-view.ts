import type { components } from '@trellis/client';
import { createLogUpdate } from 'log-update';
import {
  availabilityText,
  clockTime,
  shortValue,
  shortValues,
  targetText,
  type Target,
} from '../output/format.js';
import { terminalSize, type Printer } from '../output/printer.js';
import { renderTable } from '../output/table.js';
import { safeLine } from '../output/text.js';

type Availability = components['schemas']['ThingValues']['availability'];

export interface Watched {
  id: string;
  title: string;
  values: Record<string, unknown>;
  targets?: Record<string, Target>;
  available: boolean;
  availability: Availability;
  changed?: string | undefined;
}

/** A change of a thing, as it is printed for programs. */
type WatchedChange = {
  thing: string;
  time: string;
  property?: string;
  value?: unknown;
  target?: Target;
  available?: boolean;
  availability?: Availability;
  deleted?: true;
};

/** Minimum time between two redraws (ms). */
const redrawMs = 100;

export interface View {
  /** Shows the current state of things: of all, or of those that are new. */
  show(things: Watched[]): void;
  change(change: WatchedChange, thing: Watched): void;
  end(): void;
}

/** Returns a view that redraws a table in place, up to the height of the terminal. */
export function showTable(printer: Printer, all: () => Watched[]): View {
  const update = createLogUpdate(sizedTerminal());
  let drawing: NodeJS.Timeout | undefined;
  let isDrawn = false;
  const render = () => {
    drawing = undefined;
    isDrawn = true;
    const { columns, rows } = terminalSize();
    const lines = renderTable(columnsOf(printer), all(), {
      width: columns,
      title: printer.colors.bold,
    });
    const room = Math.max(2, rows - 2);
    const rest = lines.length > room ? [`… and ${lines.length - room} more`] : [];
    update(
      [...lines.slice(0, room), ...rest, printer.colors.dim('Press Ctrl-C to stop.')].join('\n'),
    );
  };
  const draw = () => {
    if (isDrawn) drawing ??= setTimeout(render, redrawMs);
    else render();
  };
  return {
    show: draw,
    change: draw,
    end: () => {
      clearTimeout(drawing);
      update.done();
    },
  };
}

/** Returns standard output with a fallback size: with 0 columns or rows, nothing would be drawn. */
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
  { title: 'STATE', text: availabilityText, style: printer.colorState },
  { title: 'CHANGED', text: ({ changed }: Watched) => changed && clockTime(changed) },
  {
    title: 'VALUES',
    text: ({ values, targets }: Watched) => shortValues(values, targets),
    min: 12,
  },
];

function describe({ property, value, target, availability }: WatchedChange): string {
  if (target) return `${property} ${targetText(target)}`;
  if (property !== undefined) return `${property} = ${shortValue(value)}`;
  return availability ? availability.state : 'deleted';
}

export function showLines(printer: Printer): View {
  return {
    show: (things) => {
      for (const { id, title, values, targets, available } of things) {
        if (printer.json) printer.jsonLine({ thing: id, title, values, targets, available });
        else {
          const line = `${clockTime(Date.now())}  ${title}  ${shortValues(values, targets)}`;
          printer.lines([safeLine(line)]);
        }
      }
    },
    change: (change, { title }) => {
      if (printer.json) return printer.jsonLine(change);
      printer.lines([safeLine(`${clockTime(change.time)}  ${title}  ${describe(change)}`)]);
    },
    end: () => undefined,
  };
}
