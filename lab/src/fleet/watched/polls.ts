import { range } from '../../numbers.js';

/** A poll as the remote technology sees it, with times of `performance.now()`. */
export interface Poll {
  beganAt: number;
  /** When it was answered or aborted; undefined while it is in progress. */
  endedAt: number | undefined;
}

/** A poll that did not begin before the next one was due. */
export interface MissedPoll {
  client: number;
  dueAt: number;
  /** When the poll before it began, and the one after it, or when the observation ended. */
  previousAt: number;
  nextAt: number;
}

export interface PollCount {
  due: number;
  missed: MissedPoll[];
  /** Maximum time between the beginnings of two polls of one client (ms). */
  longestGapMs: number;
  /** Number of polls that began during another one of the same client. */
  overlaps: number;
}

interface Watch {
  client: number;
  intervalMs: number;
  /** By `performance.now()`. */
  from: number;
  to: number;
  /** When the first poll after `from` is due. */
  dueAt: number;
}

/** How early a poll may be, as a share of the interval, because clocks differ. The rest is how late it may be. */
const early = 0.25;

/** Counts the polls of one client, which are due at the same time in each interval. */
export function countPolls(polls: readonly Poll[], watch: Watch): PollCount {
  const { client, intervalMs, from, to } = watch;
  const before = polls.findLast(({ beganAt }) => beganAt < from);
  if (!before) throw new Error('A client had not been polled before the period.');
  const slotOf = (at: number) => Math.floor((at - watch.dueAt) / intervalMs + early);
  const watched = polls.filter(({ beganAt }) => beganAt >= from && beganAt < to);
  const beginnings = [before.beganAt, ...watched.map(({ beganAt }) => beganAt), to];
  const used = new Set(beginnings.map(slotOf));
  // The last one may be due, and not late yet.
  const slots = range(Math.max(0, slotOf(to)));
  const missedIn = (slot: number): MissedPoll => ({
    client,
    dueAt: watch.dueAt + slot * intervalMs,
    previousAt: beginnings.findLast((at) => slotOf(at) < slot) ?? from,
    nextAt: beginnings.find((at) => slotOf(at) > slot)!,
  });
  return {
    due: slots.length,
    missed: slots.filter((slot) => !used.has(slot)).map(missedIn),
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
  missed: counts.flatMap(({ missed }) => missed),
  longestGapMs: Math.max(0, ...counts.map(({ longestGapMs }) => longestGapMs)),
  overlaps: counts.reduce((sum, { overlaps }) => sum + overlaps, 0),
});
