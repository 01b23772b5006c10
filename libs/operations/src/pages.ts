interface Page<Item> {
  items: readonly Item[];
  next?: string | undefined;
}

/**
 * The items of all pages, fetched as they are sent, with at most `limit` on each. Ends with the signal of
 * the stream, and ends the stream.
 */
export async function* itemsOfPages<Item>(
  fetchPage: (limit: number, cursor: string | undefined) => Promise<Page<Item>>,
  { limit, signal, end }: { limit: number; signal: AbortSignal; end(): void },
): AsyncGenerator<Item> {
  try {
    let cursor: string | undefined;
    for (;;) {
      const page = await fetchPage(limit, cursor);
      yield* page.items;
      if (page.next === undefined) return;
      cursor = page.next;
      // The connection is broken off, so that a file that ends early does not look whole.
      signal.throwIfAborted();
    }
  } finally {
    end();
  }
}
