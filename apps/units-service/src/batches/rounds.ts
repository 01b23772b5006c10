/** Splits writes into rounds in which each key occurs once, since one statement can change a row only once. */
export function toRounds<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  const rounds: T[][] = [];
  const counts = new Map<string, number>();
  for (const item of items) {
    const key = keyOf(item);
    const round = counts.get(key) ?? 0;
    counts.set(key, round + 1);
    (rounds[round] ??= []).push(item);
  }
  return rounds;
}
