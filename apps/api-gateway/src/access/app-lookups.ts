import { webOrigin, type ConnectorsContract, type Input } from '@trellis/contracts';
import type { RpcClient } from '@trellis/messaging';
import type { Origins } from '@trellis/operations';
import { LRUCache } from 'lru-cache';

type Connectors = RpcClient<ConnectorsContract>;

type OriginQuestion = Input<ConnectorsContract, 'apps.allow_origin'>;

/** How long a look-up is valid (ms). A removed origin may still be allowed for that time. */
const maxAgeMs = 60_000;

/** The most cached answers of each kind, negative ones included. */
const maxCached = 10_000;

interface OriginOptions {
  /** Origins whose pages may read answers to every app. */
  listed: readonly string[];
  /** Looks up the origins of registered apps; undefined when there are none. */
  connectors: Connectors | undefined;
}

/** While the origins of apps cannot be looked up, the last known ones stay valid. */
export function createOrigins({ listed, connectors }: OriginOptions): Origins {
  const always = new Set(listed);
  const cache = new LRUCache<string, boolean, OriginQuestion>({
    max: maxCached,
    ttl: maxAgeMs,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async (_key, _stale, { context }) =>
      (await connectors!('apps.allow_origin', context)).allowed,
  });
  const isOfPages = (origin: string) => webOrigin.safeParse(origin).success;
  return {
    async allow(origin, app) {
      if (always.has(origin)) return true;
      if (!connectors || !isOfPages(origin)) return false;
      const context = { origin, ...(app && { app }) };
      return (await cache.fetch(keyOf(origin, app), { context })) ?? false;
    },
    isKnown: (origin) =>
      always.has(origin) || !connectors || !isOfPages(origin) || cache.has(keyOf(origin)),
  };
}

const keyOf = (origin: string, app?: OriginQuestion['app']): string =>
  JSON.stringify([origin, app?.developer, app?.client_id]);
