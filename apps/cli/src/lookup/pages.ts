import { Option } from 'commander';
import pMap from 'p-map';
import type { ItemOf, ListPath, Trellis, ViewedItem, ViewedPath } from '@trellis/client';
import { wholeNumber } from '../input/value.js';
import type { Printer } from '../output/printer.js';

/** How many items are shown unless somebody wants more: about a screenful. */
const defaultLimit = 30;

export interface LimitOptions {
  limit: number;
}

export const limitOption = () =>
  new Option('--limit <n>', 'how many to show; 0 shows all')
    .argParser(wholeNumber)
    .default(defaultLimit);

/** The first items of a list, and whether there are more. */
interface First<Item> {
  items: Item[];
  more: boolean;
}

interface FirstOptions {
  limit: number;
  query?: Record<string, unknown>;
}

/** Reads the first items of a list, with a `view` what that shows of them. */
export async function firstOf<Path extends ViewedPath>(
  trellis: Trellis,
  path: Path,
  options: FirstOptions & { query: { view: string } },
): Promise<First<ViewedItem<Path>>>;
export async function firstOf<Path extends ListPath>(
  trellis: Trellis,
  path: Path,
  options: FirstOptions,
): Promise<First<ItemOf<Path>>>;
export async function firstOf(
  trellis: Trellis,
  path: ListPath,
  { limit, query }: FirstOptions,
): Promise<First<unknown>> {
  const items: unknown[] = [];
  const most = limit === 0 ? Infinity : limit;
  const page = { ...query, limit: Math.min(most + 1, 1000) };
  for await (const item of trellis.list(path, { query: page } as object)) {
    if (items.length === most) return { items, more: true };
    items.push(item);
  }
  return { items, more: false };
}

/** How many resources are read at once where a list has their references alone. */
const concurrency = 8;

/** Reads the resources of references, in their order; those that are gone meanwhile are left out. */
export async function readEach<Item, Resource>(
  references: readonly Item[],
  read: (reference: Item) => Promise<Resource | undefined>,
): Promise<Resource[]> {
  const found = await pMap(references, read, { concurrency });
  return found.filter((one) => one !== undefined);
}

/** A number that a list counts up to `max`. */
export const counted = (count: number, max: number): string =>
  `${count}${count === max ? '+' : ''}`;

/** Says what is not shown, or that there is nothing. */
export function noteRest(
  { note }: Printer,
  { what, items, more }: { what: string; items: readonly unknown[]; more: boolean },
): void {
  if (items.length === 0) note(`No ${what}.`);
  if (more) note(`Only the first ${items.length} ${what}; --limit shows more.`);
}
