import type { ItemOf, ListPath, Trellis, ViewedItem, ViewedPath } from '@trellis/client';
import { Option, type Command } from 'commander';
import pMap from 'p-map';
import { parseInstant, wholeNumber } from '../input/value.js';
import type { Printer } from '../output/printer.js';
import type { Column } from '../output/table.js';

/** Number of items shown by default: about a screenful. */
const defaultLimit = 30;

export interface LimitOptions {
  limit: number;
}

export const limitOption = () =>
  new Option('--limit <n>', 'how many to show; 0 shows all, as --json does')
    .argParser(wholeNumber)
    .default(defaultLimit);

export interface TimeOptions extends LimitOptions {
  since?: string;
  until?: string;
}

/** Adds the options of what has a time. */
export function timeOptions(command: Command): Command {
  const instant = (flags: string, description: string) =>
    new Option(flags, description).argParser(parseInstant);
  return command
    .addOption(
      instant('--since <time>', 'only those of this time and later, such as 2h for two hours ago'),
    )
    .addOption(instant('--until <time>', 'only those before this time, such as 2026-12-24T18:00'));
}

interface First<Item> {
  items: Item[];
  more: boolean;
}

interface FirstOptions {
  limit: number;
  /** The ids in the path. */
  path?: Record<string, string>;
  query?: Record<string, unknown>;
}

/** Reads the first items of a list, in the form of `view` if there is one. */
export async function firstOf<Path extends ViewedPath>(
  trellis: Trellis,
  list: Path,
  options: FirstOptions & { query: { view: string } },
): Promise<First<ViewedItem<Path>>>;
export async function firstOf<Path extends ListPath>(
  trellis: Trellis,
  list: Path,
  options: FirstOptions,
): Promise<First<ItemOf<Path>>>;
export async function firstOf(
  trellis: Trellis,
  list: ListPath,
  { limit, query, path }: FirstOptions,
): Promise<First<unknown>> {
  const items: unknown[] = [];
  const most = limit === 0 ? Infinity : limit;
  const page = { ...query, limit: Math.min(most + 1, 1000) };
  for await (const item of trellis.list(list, { query: page, path } as object)) {
    if (items.length === most) return { items, more: true };
    items.push(item);
  }
  return { items, more: false };
}

const concurrency = 8;

/** Reads the resources of references, in order. Leaves out those that were deleted meanwhile. */
export async function readEach<Item, Resource>(
  references: readonly Item[],
  read: (reference: Item) => Promise<Resource | undefined>,
): Promise<Resource[]> {
  const found = await pMap(references, read, { concurrency });
  return found.filter((one) => one !== undefined);
}

/** Formats a number that a list counts up to `max`. */
export const counted = (count: number, max: number): string =>
  `${count}${count === max ? '+' : ''}`;

/** Prints a list as JSON or as a table. Notes that it is empty, or that it is not shown completely. */
export async function printList<Item>(
  printer: Printer,
  { what, items, more }: First<Item> & { what: string },
  columns: () => Column<Item>[] | Promise<Column<Item>[]>,
): Promise<void> {
  if (more) printer.note(`Only the first ${items.length} ${what}; use --limit for more.`);
  if (printer.json) return printer.value(items);
  if (items.length === 0) return printer.note(`No ${what}.`);
  printer.table(items, await columns());
}

/** Prints what a list has newest first, with the newest last, as JSON or as a table. */
export async function printLatest<Item>(
  printer: Printer,
  { what, items, more }: First<Item> & { what: string },
  columns: Column<Item>[],
): Promise<void> {
  const latest = items.toReversed();
  if (printer.json) return printer.value(latest);
  if (latest.length === 0) return printer.note(`No ${what}.`);
  if (more) printer.note(`Only the last ${latest.length} ${what}; --limit shows more.`);
  printer.table(latest, columns);
}
