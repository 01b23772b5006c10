import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import type { Trellis } from '@trellis/client';
import { nextCursor, idOf } from './references.js';
import type { Page } from './pages.js';
import { unitQuery, type Unit } from './units.js';

/** How many units are looked at for one page of roots. */
const lookedAt = 50;

const atOnce = 4;

/**
 * Units without parents, in the order of creation. The interface has no list of them: units are read one by one, so that
 * a page may have few roots or none, and still a next one.
 */
export const rootsQuery = (trellis: Trellis, queries: QueryClient) =>
  infiniteQueryOptions({
    queryKey: ['units', 'roots'],
    initialPageParam: undefined as string | undefined,
    staleTime: 60_000,
    async queryFn({ pageParam, signal }): Promise<Page<string>> {
      const query = { limit: lookedAt, ...(pageParam !== undefined && { cursor: pageParam }) };
      const { data, response } = await trellis.get('/units', { query, signal });
      const ids = data.map(({ href }) => idOf(href));
      const units = new Map<string, Unit>();
      const waiting = [...ids];
      const worker = async () => {
        for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
          units.set(id, await queries.fetchQuery({ ...unitQuery(trellis, id), staleTime: 60_000 }));
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      const items = ids.filter((id) => units.get(id)!.parents.length === 0);
      return { items, next: nextCursor(response.headers.get('link')) };
    },
    getNextPageParam: ({ next }) => next,
  });
