import type { PageOfIds } from '@trellis/contracts';
import { fromCursor, invalidCursor, toCursor, type Place } from './place.js';

/** What may be on a page, if it meets the conditions. */
export interface Candidate {
  key: string;
  id: string;
  /** By what the list is ordered, before the key. */
  value: string;
}

/** A list in an order. A page may be put together of several, one after the other. */
export interface OrderedList {
  name: string;
  /** The next candidates after a place, `count` of them unless the list ends. */
  read: (after: Place | undefined, count: number) => Promise<Candidate[]>;
  /** What its candidates have to meet besides the conditions of all lists. */
  match?: Match;
}

/** Those of some keys that meet conditions. */
export type Match = (keys: string[]) => Promise<ReadonlySet<string>>;

/** How many candidates are looked at together; after so many, or so long (ms), a page ends, even if it is short. */
const chunk = { least: 100, most: 1_000 };
const budget = { candidates: 10_000, ms: 1_000 };

interface OrderedPage {
  lists: OrderedList[];
  match: Match;
  limit: number;
  cursor: string | undefined;
}

/** Reads a page of lists. */
export async function readOrderedPage({
  lists,
  match,
  limit,
  cursor,
}: OrderedPage): Promise<PageOfIds> {
  const endsAt = Date.now() + budget.ms;
  const items: string[] = [];
  let visited = 0;
  let last = cursor === undefined ? undefined : fromCursor(cursor);
  const first = last ? lists.findIndex(({ name }) => name === last!.list) : 0;
  if (first < 0) invalidCursor();
  for (const { name, read, match: matchOfList } of lists.slice(first)) {
    const matchAllOf = matchAll(matchOfList ? [matchOfList, match] : [match]);
    for (let isRead = false; !isRead;) {
      const count = Math.min(chunk.most, Math.max(chunk.least, limit - items.length + 1));
      const candidates = await read(last?.list === name ? last : undefined, count);
      const matching = await matchAllOf(candidates.map(({ key }) => key));
      for (const { key, id, value } of candidates) {
        if (matching.has(key)) {
          if (items.length === limit) return { items, next: toCursor(last!) };
          items.push(id);
        }
        last = { list: name, key, value };
      }
      visited += candidates.length;
      isRead = candidates.length < count;
      const isOver = visited >= budget.candidates || Date.now() >= endsAt;
      if (isOver && !isRead) return { items, next: toCursor(last!) };
    }
  }
  return { items };
}

/** Conditions that are met one after the other, as long as keys are left. */
export const matchAll =
  (matches: Match[]): Match =>
  async (keys) => {
    let left: ReadonlySet<string> = new Set(keys);
    for (const match of matches) if (left.size > 0) left = await match([...left]);
    return left;
  };
