/** A poll as the remote technology sees it, with times of `performance.now()`. */
export interface Poll {
  beganAt: number;
  /** When it was answered or aborted; undefined while it is in progress. */
  endedAt: number | undefined;
}

export interface PollCount {
  due: number;
  /** Number of polls that did not begin before the next one was due. */
  missed: number;
  /** Maximum time between the beginnings of two polls of one client (ms). */
  longestGapMs: number;
  /** Number of polls that began during another one of the same client. */
  overlaps: number;
}

interface Period {
  intervalMs: number;
  /** By `performance.now()`. */
  from: number;
  to: number;
}

/** How early a poll may be, as a share of the interval, because clocks differ. The rest is how late it may be. */
const early = 0.25;

/**
 * Counts the polls of one client, which are due at the same time in each interval. The last poll before the period
 * determines this time, since nothing had failed by then.
 */
export function countPolls(polls: readonly Poll[], { intervalMs, from, to }: Period): PollCount {
  const before = polls.findLast(({ beganAt }) => beganAt < from);
  if (!before) throw new Error('A client had not been polled before the period.');
  const slotOf = (at: number) => Math.floor((at - before.beganAt) / intervalMs + early);
  const watched = polls.filter(({ beganAt }) => beganAt >= from && beganAt < to);
  // The last one may be due, and not late yet.
  const lastSlot = slotOf(to) - 1;
  const used = new Set(watched.map(({ beganAt }) => slotOf(beganAt)));
  const slots = Array.from({ length: Math.max(0, lastSlot) }, (_, n) => n + 1);
  const beginnings = [before.beganAt, ...watched.map(({ beganAt }) => beganAt), to];
  return {
    due: slots.length,
    missed: slots.filter((slot) => !used.has(slot)).length,
    longestGapMs: Math.max(...beginnings.slice(1).map((at, n) => at - beginnings[n]!)),
    overlaps: countOverlaps([before, ...watched]),
  };
}

/** Counts polls that began during an earlier one; `polls` are ordered by their beginnings. */
function countOverlaps(polls: readonly Poll[]): number {
  let busyUntil = -Infinity;
  let overlaps = 0;
  for (const { beganAt, endedAt = Infinity } of polls) {
    if (beganAt < busyUntil) overlaps += 1;
    busyUntil = Math.max(busyUntil, endedAt);
  }
  return overlaps;
}

export const sumOf = (counts: readonly PollCount[]): PollCount => ({
  due: counts.reduce((sum, { due }) => sum + due, 0),
  missed: counts.reduce((sum, { missed }) => sum + missed, 0),
  longestGapMs: Math.max(0, ...counts.map(({ longestGapMs }) => longestGapMs)),
  overlaps: counts.reduce((sum, { overlaps }) => sum + overlaps, 0),
});
