import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import { nextCursor } from './references.js';

export interface Page<Item> {
  items: Item[];
  next: string | undefined;
}

interface PageRequest {
  query: { limit: number; cursor?: string };
  signal: AbortSignal;
}

/** Creates a query that reads a list page by page. */
export const pagesQuery = <Item>(
  queryKey: QueryKey,
  read: (request: PageRequest) => Promise<{ data: Item[]; response: Response }>,
  limit = 50,
) =>
  infiniteQueryOptions({
    queryKey,
    initialPageParam: undefined as string | undefined,
    async queryFn({ pageParam, signal }): Promise<Page<Item>> {
      const query = pageParam === undefined ? { limit } : { limit, cursor: pageParam };
      const { data, response } = await read({ query, signal });
      return { items: data, next: nextCursor(response.headers.get('link')) };
    },
    getNextPageParam: ({ next }) => next,
  });

export const itemsOf = <Item>(data: { pages: Page<Item>[] } | undefined): Item[] =>
  data?.pages.flatMap(({ items }) => items) ?? [];
