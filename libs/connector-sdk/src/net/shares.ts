import pLimit, { type LimitFunction } from 'p-limit';

/** Returns a function that runs work with a concurrency limit for each owner. */
export function createShares(
  maxPerOwner: number,
): <T>(owner: string, work: () => Promise<T>) => Promise<T> {
  const shares = new Map<string, { limit: LimitFunction; users: number }>();
  return async (owner, work) => {
    const share = shares.get(owner) ?? { limit: pLimit(maxPerOwner), users: 0 };
    shares.set(owner, share);
    share.users += 1;
    try {
      return await share.limit(work);
    } finally {
      share.users -= 1;
      if (share.users === 0) shares.delete(owner);
    }
  };
}
