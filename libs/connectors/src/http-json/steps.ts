import { Misconfigured } from '@trellis/connector-sdk';

/** The most steps that all paths and expressions of one poll may take: two to three seconds of a core. */
const maxSteps = 5_000_000;

/** The most steps of one path on one value, or at once in an expression: meanwhile nobody else gets a turn. */
const maxStepsAtOnce = 1_000_000;

/** How many steps are taken before others get their turn. */
const stepsBetweenYields = 100_000;

/** Counts the work of a poll before it is done, so that it ends at the same point on every machine. */
export interface Steps {
  /** Throws `Misconfigured` when there are not so many left. */
  take(count: number): void;
  /** Lets the event loop go on when enough has been done since it last did. */
  pause(): Promise<void>;
}

export function countSteps(max = maxSteps): Steps {
  let taken = 0;
  let pausedAt = 0;
  return {
    take(count) {
      taken += count;
      if (taken > max || count > maxStepsAtOnce) {
        throw new Misconfigured(
          'The paths or expressions of the description take too long on these answers.',
        );
      }
    },
    async pause() {
      if (taken - pausedAt < stepsBetweenYields) return;
      pausedAt = taken;
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
