import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Random choices that a seed determines. */
export interface Random {
  /** A whole number, both bounds included. */
  integer(from: number, to: number): number;
  pick<T>(items: readonly T[]): T;
  /** True with a probability from 0 to 1. */
  chance(probability: number): boolean;
  shuffle<T>(items: readonly T[]): T[];
}

export function createRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  const integer = (from: number, to: number) => uniformInt(generator, from, to);
  return {
    integer,
    pick: (items) => items[integer(0, items.length - 1)]!,
    chance: (probability) => integer(1, 1_000_000) <= probability * 1_000_000,
    shuffle(items) {
      const shuffled = [...items];
      for (let last = shuffled.length - 1; last > 0; last -= 1) {
        const other = integer(0, last);
        [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
      }
      return shuffled;
    },
  };
}
