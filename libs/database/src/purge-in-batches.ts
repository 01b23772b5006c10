/** Deletes rows in batches until none are left; `purge` deletes at most the given number and returns how many it deleted. */
export async function purgeInBatches(
  batchSize: number,
  purge: (most: number) => Promise<number>,
): Promise<void> {
  let count = batchSize;
  while (count === batchSize) count = await purge(batchSize);
}
