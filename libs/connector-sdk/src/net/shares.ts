import pLimit, { type LimitFunction } from 'p-limit';

/** Runs work, at most so much at once for each owner; the rest of an owner's waits its turn. */
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
