import type { PageOfIds } from '@trellis/contracts';
import { query, type Statement } from '@trellis/database';
import type pg from 'pg';
import { z } from 'zod';
import { cursorCodec, invalidCursor, keyText } from '../cursor.js';

const sortText = z
  .string()
  .max(512)
  // PostgreSQL cannot store other texts.
  .refine((value) => value.isWellFormed() && !value.includes('\u0000'));

/** The item of an ordered list after which a page begins. */
const orderedCursor = z.object({
  /** The name of one of the lists that make up the whole. */
  list: sortText,
  key: keyText,
  /** The value by which the list is ordered, before the key. */
  value: sortText,
});
export type OrderedCursor = z.infer<typeof orderedCursor>;

export const orderedCursors = cursorCodec('ordered.1', orderedCursor);

/** An item that belongs on a page if it meets the conditions. */
export interface Candidate {
  key: string;
  id: string;
  /** The value by which the list is ordered, before the key. */
  value: string;
}

/** A list in an order. A page may combine several, one after the other. */
export interface OrderedList {
  name: string;
  /** Reads the next candidates after a cursor, `count` of them unless the list ends. */
  read: (after: OrderedCursor | undefined, count: number) => Promise<Candidate[]>;
  /** Further conditions on its candidates. */
  match?: Match;
}

/** Selects the keys that meet conditions. */
export type Match = (keys: string[]) => Promise<ReadonlySet<string>>;

/** The number of candidates examined together. */
const chunk = { least: 100, most: 1_000 };
/** The limits after which a page ends, even if it is short. */
const budget = { candidates: 10_000, ms: 1_000 };

interface OrderedPage {
  lists: OrderedList[];
  match: Match;
  limit: number;
  cursor: string | undefined;
}

export async function readOrderedPage({
  lists,
  match,
  limit,
  cursor,
}: OrderedPage): Promise<PageOfIds> {
  const endsAt = Date.now() + budget.ms;
  const items: string[] = [];
  let visited = 0;
  let last = cursor === undefined ? undefined : orderedCursors.decode(cursor);
  const first = last ? lists.findIndex(({ name }) => name === last!.list) : 0;
  if (first < 0) throw invalidCursor();
  for (const { name, read, match: matchOfList } of lists.slice(first)) {
    const matchAllOf = matchAll(matchOfList ? [matchOfList, match] : [match]);
    for (let isRead = false; !isRead;) {
      const count = Math.min(chunk.most, Math.max(chunk.least, limit - items.length + 1));
      const candidates = await read(last?.list === name ? last : undefined, count);
      const matching = await matchAllOf(candidates.map(({ key }) => key));
      for (const { key, id, value } of candidates) {
        if (matching.has(key)) {
          if (items.length === limit) return { items, next: orderedCursors.encode(last!) };
          items.push(id);
        }
        last = { list: name, key, value };
      }
      visited += candidates.length;
      isRead = candidates.length < count;
      const isOver = visited >= budget.candidates || Date.now() >= endsAt;
      if (isOver && !isRead) return { items, next: orderedCursors.encode(last!) };
    }
  }
  return { items };
}

/** Combines conditions, which are checked one after the other while keys are left. */
export const matchAll =
  (matches: Match[]): Match =>
  async (keys) => {
    let left: ReadonlySet<string> = new Set(keys);
    for (const match of matches) if (left.size > 0) left = await match([...left]);
    return left;
  };

/** A statement for keys of rows. */
export type Keys = Statement<{ key: string }>;

/** Returns the keys that a statement selects. */
export async function matchingKeys(
  db: pg.PoolClient,
  statement: Keys,
  values: unknown[],
): Promise<ReadonlySet<string>> {
  const rows = await query(db, statement, values);
  return new Set(rows.map(({ key }) => key));
}
