import { describe, expect, jest, test } from '@jest/globals';
import { followClock } from './clock.js';

describe('the clock that processes share', () => {
  /** Follows a server that answers `time` after `roundTripMs`, measured from the instant 1,000. */
  async function follow(time: number, roundTripMs: number) {
    let monotonic = 1_000;
    jest.spyOn(performance, 'now').mockImplementation(() => monotonic);
    const { clock, stop } = await followClock({
      async readServerTime() {
        monotonic += roundTripMs;
        return time;
      },
      onSkew: () => undefined,
    });
    const now = clock.now();
    stop();
    jest.restoreAllMocks();
    return now;
  }

  test('assumes that the server read its clock in the middle of the round trip', async () => {
    expect(await follow(1_893_456_000_000, 400)).toBe(1_893_456_000_200);
  });

  test('is not set by an answer that took longer than a second', async () => {
    const own = Math.round(performance.timeOrigin + 2_001);
    expect(await follow(1_893_456_000_000, 1_001)).toBe(own);
    expect(await follow(1_893_456_000_000, 1_000)).toBe(1_893_456_000_500);
  });
});
