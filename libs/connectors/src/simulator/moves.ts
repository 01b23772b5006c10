import type { State } from './kinds.js';

/** A device that changes gradually, from one state to another. */
export interface Move {
  from: State;
  /** Milliseconds since 1970. */
  startMs: number;
  durationMs: number;
}

export const hasEnded = ({ startMs, durationMs }: Move, now: number): boolean =>
  now >= startMs + durationMs;

/**
 * Returns the state of a lamp on the way to another. It is on as long as either state is, and as bright as nothing where
 * it is off.
 */
export function stateOnTheWay(to: State, move: Move, now: number): State {
  const { from, startMs, durationMs } = move;
  if (hasEnded(move, now)) return to;
  const share = Math.max(0, now - startMs) / durationMs;
  const between = (one: number, other: number) => one + (other - one) * share;
  const names = ['color_temperature', 'saturation'];
  const gradual = names.map((name) => [name, between(from[name]!, to[name]!)]);
  const isOn = from.on === 1 || to.on === 1;
  return Object.assign({}, to, Object.fromEntries(gradual), {
    on: Number(isOn),
    hue: hueBetween(from.hue!, to.hue!, share),
    ...(isOn && { brightness: Math.max(1, between(levelOf(from), levelOf(to))) }),
  });
}

const levelOf = ({ on, brightness }: State): number => (on === 1 ? brightness! : 0);

/** Returns a hue on the shorter way around the circle. */
function hueBetween(from: number, to: number, share: number): number {
  const way = ((to - from + 540) % 360) - 180;
  return (from + way * share + 360) % 360;
}
