import { Problem } from '@trellis/contracts';

/** The last work of each key that is under way. */
const underWay = new Map<string, Promise<unknown>>();

/**
 * Does the works of one key one after the other; one whose turn comes after its deadline
 * (milliseconds since the epoch) is dropped, since nobody waits for it any more. What has to wait for a lock of the database anyhow
 * waits here, where it holds no connection that others could use.
 */
export async function serially<T>(
  key: string,
  deadline: number,
  work: () => Promise<T>,
): Promise<T> {
  const inTime = () => {
    if (Date.now() > deadline)
      throw new Problem('timeout', 'Too many requests of the account wait.');
    return work();
  };
  const before = underWay.get(key);
  const mine = (before ?? Promise.resolve()).then(inTime, inTime);
  underWay.set(key, mine);
  try {
    return await mine;
  } finally {
    if (underWay.get(key) === mine) underWay.delete(key);
  }
}
