import { cutOff, safeLine, textWidth } from './text.js';

export interface Column<Row> {
  title: string;
  text(row: Row): string | undefined;
  /** Colors the text, without changing its width. */
  style?(text: string): string;
  /** Minimum width to which texts may be truncated. Without it they are never truncated, such as ids. */
  min?: number;
  /** Priority for leaving out the column where space is short; higher numbers go first. */
  leaveOut?: number;
}

const gap = '  ';

/** Renders rows under titles. Leaves out columns and truncates texts to fit the width. */
export function renderTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { width, title = (text: string) => text }: { width: number; title?: (text: string) => string },
): string[] {
  // Empty columns are left out.
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
        const styled = column.style?.(text) ?? text;
        // The last column may be very wide, so it is not padded.
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
  /** Computed once, since this takes most of the time for large tables. */
  textWidths: number[];
  natural: number;
}

function fill<Row>(column: Column<Row>, rows: readonly Row[]): Filled<Row> {
  const texts = rows.map((row) => safeLine(column.text(row) ?? ''));
  const textWidths = texts.map(textWidth);
  const natural = textWidths.reduce((a, b) => Math.max(a, b), textWidth(column.title));
  return { column, texts, textWidths, natural };
}

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
    // Narrows the widest column that can be truncated.
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
