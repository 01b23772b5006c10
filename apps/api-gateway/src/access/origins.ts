import { webOrigin, type ConnectorsContract, type Input, type Output } from '@trellis/contracts';
import type { Origins } from '@trellis/operations';
import { LRUCache } from 'lru-cache';

type Question = Input<ConnectorsContract, 'apps.allow_origin'>;

interface OriginOptions {
  /** Origins whose pages may read answers to every app. */
  listed: readonly string[];
  /** Looks up the origins of registered apps; undefined when there are none. */
  lookUp:
    ((question: Question) => Promise<Output<ConnectorsContract, 'apps.allow_origin'>>) | undefined;
}

/** How long a look-up is valid (ms), and so a removed origin may still be allowed. */
const maxAgeMs = 60_000;

/** The most cached answers, negative ones included. */
const maxCached = 10_000;

/** While the origins of apps cannot be looked up, what was known last is valid. */
export function createOrigins({ listed, lookUp }: OriginOptions): Origins {
  const always = new Set(listed);
  const cache = new LRUCache<string, boolean, Question>({
    max: maxCached,
    ttl: maxAgeMs,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async (_key, _stale, { context }) => (await lookUp!(context)).allowed,
  });
  const isOfPages = (origin: string) => webOrigin.safeParse(origin).success;
  return {
    async allow(origin, app) {
      if (always.has(origin)) return true;
      if (!lookUp || !isOfPages(origin)) return false;
      const context = { origin, ...(app && { app }) };
      return (await cache.fetch(keyOf(origin, app), { context })) ?? false;
    },
    isKnown: (origin) =>
      always.has(origin) || !lookUp || !isOfPages(origin) || cache.has(keyOf(origin)),
  };
}

const keyOf = (origin: string, app?: Question['app']): string =>
  JSON.stringify([origin, app?.developer, app?.client_id]);
