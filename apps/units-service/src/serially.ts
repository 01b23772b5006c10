/** The last work of each key that is under way. */
const underWay = new Map<string, Promise<unknown>>();

/**
 * Does the works of one key one after the other. What has to wait for a lock of the database anyhow
 * waits here, where it holds no connection that others could use.
 */
export async function serially<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = underWay.get(key);
  const mine = (before ?? Promise.resolve()).then(work, work);
  underWay.set(key, mine);
  try {
    return await mine;
  } finally {
    if (underWay.get(key) === mine) underWay.delete(key);
  }
}
