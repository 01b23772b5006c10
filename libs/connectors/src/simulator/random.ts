import { hash } from 'node:crypto';

const maxRounds = 100;

/** Returns the last round, up to `round`, in which a device changed by itself; 0 if it never does. */
export function lastChange(device: number, round: number, changeRate: number): number {
  if (changeRate === 0) return 0;
  let last = round;
  while (fraction(`${device}/${last}`) >= changeRate && round - last < maxRounds) last -= 1;
  return last;
}

/** Returns a number from 0 to 1 that depends only on the seed, so that every worker sees the same devices. */
export function fraction(seed: string): number {
  return hash('sha256', seed, 'buffer').readUInt32BE(0) / 2 ** 32;
}
