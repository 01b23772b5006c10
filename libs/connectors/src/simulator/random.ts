import { hash } from 'node:crypto';

/** The most rounds to look back for the last change of a device. */
const maxRounds = 100;

/** The last round, not after `round`, in which a device changed by itself; 0 if it never does. */
export function lastChange(device: number, round: number, changeRate: number): number {
  if (changeRate === 0) return 0;
  let last = round;
  while (fraction(`${device}/${last}`) >= changeRate && round - last < maxRounds) last -= 1;
  return last;
}

/** A number from 0 to 1, always the same for the same seed: every worker sees the same devices. */
export function fraction(seed: string): number {
  return hash('sha256', seed, 'buffer').readUInt32BE(0) / 2 ** 32;
}
