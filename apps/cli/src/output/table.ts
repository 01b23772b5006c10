import { safeLine } from './safe-text.js';
import { cutOff, textWidth } from './text-width.js';

export interface Column<Row> {
  title: string;
  text(row: Row): string | undefined;
  /** Colours what is shown, which must not change its width. */
  style?(text: string, row: Row): string;
  /** The fewest characters to which it may be cut off. Ids are never cut off, since they would be of no use. */
  min?: number;
  /** Left out first, the highest number before others, where there is no room. */
  leaveOut?: number;
}

const gap = '  ';

/** Rows under titles, cut off and left out as far as it takes to fit into the width. */
export function renderTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { width, title = (text: string) => text }: { width: number; title?: (text: string) => string },
): string[] {
  // A column in which there is nothing says nothing.
  const filled = columns
    .map((column) => fill(column, rows))
    .filter(({ texts }) => texts.some((text) => text !== ''));
  const { shown, widths } = fit(filled, width);
  const line = (texts: string[]) => texts.join(gap).trimEnd();
  const heads = shown.map(({ column }, index) => title(pad(column.title, widths[index]!)));
  const body = rows.map((row, rowIndex) =>
    line(
      shown.map(({ column, texts, textWidths }, index) => {
        const [whole, width] = [texts[rowIndex]!, widths[index]!];
        const fits = textWidths[rowIndex]! <= width;
        const text = fits ? whole : cutOff(whole, width);
        const styled = column.style?.(text, row) ?? text;
        // The last one may be very wide, and is not padded for each row.
        if (index === shown.length - 1) return styled;
        const rest = width - (fits ? textWidths[rowIndex]! : textWidth(text));
        return styled + ' '.repeat(Math.max(0, rest));
      }),
    ),
  );
  return [line(heads), ...body];
}

interface Filled<Row> {
  column: Column<Row>;
  texts: string[];
  /** Each is found once, which is what takes longest in a table of many rows. */
  textWidths: number[];
  /** Of the widest text, or the title. */
  natural: number;
}

function fill<Row>(column: Column<Row>, rows: readonly Row[]): Filled<Row> {
  const texts = rows.map((row) => safeLine(column.text(row) ?? ''));
  const textWidths = texts.map(textWidth);
  const natural = textWidths.reduce((a, b) => Math.max(a, b), textWidth(column.title));
  return { column, texts, textWidths, natural };
}

/** The columns for which there is room, and their widths. */
function fit<Row>(columns: Filled<Row>[], width: number) {
  const smallest = ({ column, natural }: Filled<Row>) =>
    Math.min(
      natural,
      column.min === undefined ? natural : Math.max(column.min, column.title.length),
    );
  let shown = columns;
  const needed = () => sum(shown.map(smallest)) + gap.length * (shown.length - 1);
  while (needed() > width) {
    const [first] = shown
      .filter(({ column }) => column.leaveOut !== undefined)
      .sort((a, b) => b.column.leaveOut! - a.column.leaveOut!);
    if (!first) break;
    shown = shown.filter((one) => one !== first);
  }
  const widths = shown.map(({ natural }) => natural);
  let excess = sum(widths) + gap.length * (shown.length - 1) - width;
  while (excess > 0) {
    // The widest of those that can be cut off is cut off first.
    const candidates = shown.map((one, index) =>
      widths[index]! > smallest(one) ? widths[index]! : 0,
    );
    const widest = candidates.indexOf(Math.max(...candidates));
    if (!candidates[widest]) break;
    widths[widest]! -= 1;
    excess -= 1;
  }
  return { shown, widths };
}

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);
const pad = (text: string, width: number): string => text.padEnd(width);
