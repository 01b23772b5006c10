/** Deletes rows in batches until none are left; `purge` deletes at most so many and returns how many they were. */
export async function purgeInBatches(
  batchSize: number,
  purge: (most: number) => Promise<number>,
): Promise<void> {
  let count = batchSize;
  while (count === batchSize) count = await purge(batchSize);
}
