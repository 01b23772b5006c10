import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createPulse, type Checked } from './pulse.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function connection({ answersAfterMs }: { answersAfterMs: number }) {
  const seen = { pings: 0, roundTrips: [] as number[], silences: 0 };
  const checked: Checked = {
    ping(onAnswer) {
      seen.pings += 1;
      if (Number.isFinite(answersAfterMs)) setTimeout(onAnswer, answersAfterMs);
    },
    onRoundTrip: (ms) => void seen.roundTrips.push(Math.round(ms)),
    onSilence: () => void (seen.silences += 1),
    onTick: () => undefined,
  };
  return { checked, seen };
}

test('connections are checked at once and every 25 seconds, and end when they are silent', () => {
  const pulse = createPulse();
  const [here, gone] = [40, Infinity].map((answersAfterMs) => connection({ answersAfterMs }));
  pulse.watch(here!.checked);
  const stop = pulse.watch(gone!.checked);
  jest.advanceTimersByTime(9_000);
  expect(gone!.seen.silences).toBe(0);
  jest.advanceTimersByTime(2_000);
  expect(gone!.seen.silences).toBe(1);
  stop();
  jest.advanceTimersByTime(60_000);
  expect(gone!.seen).toEqual({ pings: 1, roundTrips: [], silences: 1 });
  expect(here!.seen).toEqual({ pings: 3, roundTrips: [40, 40, 40], silences: 0 });
  pulse.stop();
});
