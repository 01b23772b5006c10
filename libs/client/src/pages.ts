import type { Answer } from './calls.js';

/** Reads a page of a list, from the place where the one before it ended. */
type ReadPage<Item> = (cursor: string | undefined) => Promise<Answer<Item[]>>;

/** The pages of a list, of which some may be empty. */
export async function* readPages<Item>(read: ReadPage<Item>): AsyncGenerator<Item[], void> {
  let cursor: string | undefined;
  do {
    const { data, response } = await read(cursor);
    yield data;
    cursor = nextCursor(response.headers.get('link'));
  } while (cursor !== undefined);
}

/**
 * The cursor of the next page (RFC 8288). The address itself begins with the public address of Trellis, which may not
 * be the one by which it is reached here.
 */
function nextCursor(link: string | null): string | undefined {
  const address = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1];
  if (address === undefined) return undefined;
  return new URL(address, 'http://localhost').searchParams.get('cursor') ?? undefined;
}
