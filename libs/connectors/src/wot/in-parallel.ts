/** Maps a list, so many items at once; a slow one holds up none but itself. */
export async function inParallel<T, U>(
  items: readonly T[],
  atOnce: number,
  map: (item: T) => Promise<U>,
): Promise<U[]> {
  const mapped = new Array<U>(items.length);
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      const index = next;
      next += 1;
      mapped[index] = await map(items[index]!);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  return mapped;
}
