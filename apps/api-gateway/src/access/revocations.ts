import type { ConnectorsContract, Input, Output } from '@trellis/contracts';
import { LRUCache } from 'lru-cache';

type Question = Input<ConnectorsContract, 'apps.read_revocation'>;

/** Whether an app was revoked, whose connect sessions end with it. */
export type IsRevoked = (app: Question) => Promise<boolean>;

/** How long a look-up is valid (ms), and so the sessions of a revoked app may go on. */
const maxAgeMs = 60_000;

/** The most cached apps. */
const maxCached = 10_000;

/** Looks up revocations; without a look-up, as with apps of an external issuer, there are none. */
export function createRevocations(
  lookUp:
    | ((question: Question) => Promise<Output<ConnectorsContract, 'apps.read_revocation'>>)
    | undefined,
): IsRevoked {
  if (!lookUp) return async () => false;
  const cache = new LRUCache<string, boolean, Question>({
    max: maxCached,
    ttl: maxAgeMs,
    fetchMethod: async (_key, _stale, { context }) => (await lookUp(context)).revoked,
  });
  return async (app) =>
    cache.forceFetch(JSON.stringify([app.developer, app.client_id]), { context: app });
}
