import type { ChangeTimes } from './change-times.js';
import type { Thermometers } from './thermometers.js';

/** How often it is looked how many changes are due (ms). */
const tickMs = 10;

/** Reports new values of random thermometers at a rate, until the returned function is called. */
export function startChanges(
  { count, report }: Thermometers,
  { times, perSecond }: { times: ChangeTimes; perSecond: number },
): () => void {
  const startedAt = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) * perSecond) / 1_000);
    for (; sent < due; sent += 1) {
      const home = Math.floor(Math.random() * count);
      report(home, times.begin(home));
    }
  }, tickMs);
  return () => clearInterval(timer);
}
