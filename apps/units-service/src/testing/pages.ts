import type { PageOfIds } from '@trellis/contracts';

/** The ids on all pages of a list. */
export async function allOf(read: (cursor?: string) => Promise<PageOfIds>): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const { items, next } = await read(cursor);
    found.push(...items);
    cursor = next;
  } while (cursor !== undefined);
  return found;
}
