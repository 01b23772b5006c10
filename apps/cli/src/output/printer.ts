import pc from 'picocolors';
import { renderTable, type Column } from './table.js';
import { safeJson, safeLine, safeText, wrapText } from './text.js';

type Colors = ReturnType<typeof pc.createColors>;

/** The output of a command: results go to standard output, everything else to standard error. */
export interface Printer {
  json: boolean;
  isTerminal: boolean;
  /** Columns of the terminal; infinite without a terminal. */
  width: number;
  colors: Colors;
  /** Prints lines of a result. They must be free of control characters. */
  lines(lines: readonly string[]): void;
  value(value: unknown): void;
  jsonLine(value: unknown): void;
  table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): void;
  /** Prints names with their values, or a value as JSON. Leaves out undefined values. */
  details(value: unknown, entries: [name: string, value: string | undefined][]): void;
  /** Prints a value as JSON, or else a message. */
  outcome(value: unknown, text: string): void;
  /** Colors a state. The color only repeats what the word says. */
  colorState(state: string): string;
  /** Prints a message that is not part of the result. */
  note(text: string): void;
}

export interface PrinterOptions {
  json: boolean;
  color: boolean;
}

/**
 * Tells whether to print colors: on a terminal, unless the user wants none (https://no-color.org). Without a terminal
 * `isTTY` is undefined, and picocolors would decide by itself.
 */
const wantsColors = (stream: Partial<NodeJS.WriteStream>, color: boolean): boolean =>
  color && stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';

/** Returns the size of the terminal. Some terminals, such as those of build servers, report 0. */
export const terminalSize = ({ columns, rows }: Size = process.stdout) => ({
  columns: columns || 80,
  rows: rows || 24,
});

type Size = Partial<Pick<NodeJS.WriteStream, 'columns' | 'rows'>>;

const good = ['STARTED', 'available', 'delivered'];
const bad = ['ERROR', 'unavailable', 'failed'];

export function createPrinter({ json, color }: PrinterOptions): Printer {
  const { stdout, stderr } = process;
  const colors = pc.createColors(!json && wantsColors(stdout, color));
  const width = stdout.isTTY ? terminalSize().columns : Infinity;
  // One write, since there may be more rows than a call can have arguments.
  const lines = (texts: readonly string[]) =>
    void stdout.write(texts.map((text) => `${text}\n`).join(''));
  const print = (value: unknown) => lines([safeJson(value, 2)]);
  const note = (text: string) => void stderr.write(`${safeText(text)}\n`);
  return {
    json,
    isTerminal: stdout.isTTY,
    width,
    colors,
    lines,
    value: print,
    jsonLine: (value) => lines([safeJson(value)]),
    table: (rows, columns) =>
      json ? print(rows) : lines(renderTable(columns, rows, { width, title: colors.bold })),
    details: (value, entries) => {
      if (json) return print(value);
      const known = entries.filter((entry): entry is [string, string] => entry[1] !== undefined);
      const longest = Math.max(...known.map(([name]) => name.length));
      for (const [name, value] of known) {
        const [first, ...rest] = wrapText(safeLine(value), width - longest - 2);
        const indent = ' '.repeat(longest + 2);
        lines([
          `${colors.bold(name.padEnd(longest))}  ${first}`,
          ...rest.map((one) => indent + one),
        ]);
      }
    },
    note,
    outcome: (value, text) => (json ? print(value) : note(text)),
    colorState: (state) => {
      if (good.includes(state)) return colors.green(state);
      return bad.includes(state) ? colors.red(state) : colors.yellow(state);
    },
  };
}

export const errorColors = (color: boolean): Colors =>
  pc.createColors(wantsColors(process.stderr, color));
