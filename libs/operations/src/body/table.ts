import type { Logger } from '@trellis/platform';
import type { SentTable } from '../answer.js';
import type { Exchange } from '../exchange.js';
import type { Operation } from '../operation.js';
import { sendLines } from './lines.js';

/** The media type of tables (RFC 4180). */
export const csv = 'text/csv';

/** Returns whether a request asks for a table, and its row has one. */
export const wantsTable = (
  { answer }: Pick<Operation, 'answer'>,
  header: (name: string) => string | undefined,
): boolean => answer.csv === true && header('Accept')?.includes(csv) === true;

/** Sends the names of the columns and the rows as they come. */
export const sendTable = (
  exchange: Exchange,
  { table: { columns, rows }, log }: { table: SentTable; log: Logger },
): Promise<void> =>
  sendLines(exchange, {
    lines: withNames(columns, rows),
    log,
    mediaType: `${csv}; charset=utf-8; header=present`,
    toLine: (cells) => `${(cells as unknown[]).map(toCell).join(',')}\r\n`,
  });

async function* withNames(columns: readonly string[], rows: SentTable['rows']) {
  yield [...columns];
  for await (const row of rows) yield columns.map((name) => row[name]);
}

/** Programs for spreadsheets take a text that begins so for a formula; an apostrophe makes it a text. */
const formula = /^[=+\-@\t\r]/;

function toCell(value: unknown): string {
  if (typeof value !== 'string') return value === undefined ? '' : String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
