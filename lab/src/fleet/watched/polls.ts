/** A poll as the remote technology saw it; times by `performance.now()`. */
export interface Poll {
  beganAt: number;
  /** When it was answered or given up; undefined while it is under way. */
  endedAt: number | undefined;
}

/** What became of the polls that were due in some time. */
export interface PollCount {
  /** How many were due. */
  due: number;
  /** How many of these did not begin before the next one was due. */
  missed: number;
  /** The longest time between the beginnings of two polls of one client (ms). */
  longestGapMs: number;
  /** How many began while another one of the same client was under way. */
  overlaps: number;
}

interface Watched {
  intervalMs: number;
  /** By `performance.now()`. */
  from: number;
  to: number;
}

/** How early a poll may be, as a share of the interval: clocks differ. The rest is how late it may be. */
const early = 0.25;

/**
 * Counts the polls of one client, which is polled once in each interval, always at the same time in it. The
 * last poll before the watch tells at which: nothing had failed by then.
 */
export function countPolls(polls: readonly Poll[], { intervalMs, from, to }: Watched): PollCount {
  const before = polls.findLast(({ beganAt }) => beganAt < from);
  if (!before) throw new Error('A client had not been polled before the watch began.');
  const slotOf = (at: number) => Math.floor((at - before.beganAt) / intervalMs + early);
  const watched = polls.filter(({ beganAt }) => beganAt >= from && beganAt < to);
  // The last one may be due, and not late yet.
  const lastSlot = slotOf(to) - 1;
  const kept = new Set(watched.map(({ beganAt }) => slotOf(beganAt)));
  const slots = Array.from({ length: Math.max(0, lastSlot) }, (_, n) => n + 1);
  const beginnings = [before.beganAt, ...watched.map(({ beganAt }) => beganAt), to];
  return {
    due: slots.length,
    missed: slots.filter((slot) => !kept.has(slot)).length,
    longestGapMs: Math.max(...beginnings.slice(1).map((at, n) => at - beginnings[n]!)),
    overlaps: countOverlaps([before, ...watched]),
  };
}

/** How many polls began while an earlier one was under way; `polls` are in the order of their beginnings. */
function countOverlaps(polls: readonly Poll[]): number {
  let busyUntil = -Infinity;
  let overlaps = 0;
  for (const { beganAt, endedAt = Infinity } of polls) {
    if (beganAt < busyUntil) overlaps += 1;
    busyUntil = Math.max(busyUntil, endedAt);
  }
  return overlaps;
}

/** The counts of several clients together. */
export const sumOf = (counts: readonly PollCount[]): PollCount => ({
  due: counts.reduce((sum, { due }) => sum + due, 0),
  missed: counts.reduce((sum, { missed }) => sum + missed, 0),
  longestGapMs: Math.max(0, ...counts.map(({ longestGapMs }) => longestGapMs)),
  overlaps: counts.reduce((sum, { overlaps }) => sum + overlaps, 0),
});
