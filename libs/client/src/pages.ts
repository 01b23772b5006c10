import type { Answer } from './calls.js';

type ReadPage<Item> = (cursor: string | undefined) => Promise<Answer<Item[]>>;

/** Yields the pages of a list, some of which may be empty. */
export async function* readPages<Item>(read: ReadPage<Item>): AsyncGenerator<Item[], void> {
  let cursor: string | undefined;
  do {
    const { data, response } = await read(cursor);
    yield data;
    cursor = nextCursor(response.headers.get('link'));
  } while (cursor !== undefined);
}

/**
 * Returns the cursor of the next page (RFC 8288). The link itself is not used, since it begins with the public address of
 * Trellis, which may differ from the base URL.
 */
export function nextCursor(link: string | null): string | undefined {
  const address = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1];
  if (address === undefined) return undefined;
  return new URL(address, 'http://localhost').searchParams.get('cursor') ?? undefined;
}
