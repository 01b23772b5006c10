import type { Answer } from '@trellis/operations';
import { z } from 'zod';

/** The longest text, and JSON text of a value, that tools show (UTF-16 code units). */
const maxText = 300;

/** Returns a text of devices, vendors or users, truncated to save the context of an MCP client. */
export const shortText = (text: string): string =>
  text.length <= maxText ? text : `${text.slice(0, maxText).toWellFormed()}…`;

/** Returns a value as it is, or the beginning of its JSON text when it is long. */
export function shortValue(value: unknown, max = maxText): unknown {
  if (typeof value === 'string') return shortText(value);
  if (typeof value !== 'object' || value === null) return value;
  const text = JSON.stringify(value);
  return text.length <= max ? value : shortText(text);
}

/** The most JSON text of one member of all items of a list (UTF-16 code units). */
const maxOfMember = 16_000;

/** Returns the items of a list. Once the room is used up, later ones lack a member. */
export function withRoomFor<Item extends object>(items: Item[], member: keyof Item) {
  let length = 0;
  let left = 0;
  const bounded = items.map((item) => {
    length += JSON.stringify(item[member] ?? {}).length;
    if (item[member] === undefined || length <= maxOfMember) return item;
    left += 1;
    return { ...item, [member]: undefined };
  });
  return { bounded, left };
}

export const firstEntries = <T>(object: Record<string, T>, max: number): [string, T][] =>
  Object.entries(object).slice(0, max);

/** Returns the cursor of the next page of a list, from its `Link`. */
export function nextCursor({ links }: Answer): { next_cursor?: string } {
  const next = links?.next;
  const cursor = next === undefined ? null : new URL(next).searchParams.get('cursor');
  return cursor === null ? {} : { next_cursor: cursor };
}

/** Returns the last segment of the address of a resource: its id. */
export const idOf = ({ href }: { href: string }): string =>
  decodeURIComponent(href.slice(href.lastIndexOf('/') + 1));

export const thingId = z.string().describe('The id of the thing.');
export const cursor = z.string().optional().describe('`next_cursor` of the page before.');
export const nextPage = {
  next_cursor: z.string().optional().describe('There is more: pass it as `cursor`.'),
};
/** Any JSON value. It occurs so often that it is not described. */
export const anyValue = z.unknown();
export const limit = (max: number, usual: number) => z.int().min(1).max(max).default(usual);

export const asText = (value: number | boolean | undefined): string | undefined =>
  value === undefined ? undefined : String(value);
