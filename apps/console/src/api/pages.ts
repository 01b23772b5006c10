import { infiniteQueryOptions, queryOptions, type QueryKey } from '@tanstack/react-query';
import {
  nextCursor,
  type DataOf,
  type OptionsOf,
  type PathOf,
  type Trellis,
} from '@trellis/client';

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

type ResourceOptions<Path extends PathOf<'get'>> = Pick<
  OptionsOf<'get', Path>,
  'path' & keyof OptionsOf<'get', Path>
>;

/** Creates a query that reads a resource. */
export const resourceQuery = <Path extends PathOf<'get'>>(
  trellis: Trellis,
  queryKey: QueryKey,
  path: Path,
  options: ResourceOptions<Path>,
) =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const get = trellis.get as (path: Path, options: object) => Promise<{ data: unknown }>;
      return (await get(path, { ...options, signal })).data as DataOf<'get', Path>;
    },
  });
