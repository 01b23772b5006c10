/** Counts by name. A count of zero takes no memory. */
export interface Counts {
  of(name: string): number;
  add(name: string, number: number): void;
}

export function createCounts(): Counts {
  const counts = new Map<string, number>();
  const of = (name: string) => counts.get(name) ?? 0;
  return {
    of,
    add(name, number) {
      const count = of(name) + number;
      if (count === 0) counts.delete(name);
      else counts.set(name, count);
    },
  };
}
