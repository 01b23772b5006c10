import { head, row } from '../table.js';
import type { Drill } from './drills/drill.js';
import type { PollCount } from './watched/polls.js';
import type { RequestCount } from './watched/requests.js';

/** The cost of one drill. */
export interface DrillReport {
  drill: string;
  polls: PollCount;
  /** Number of clients that were ever in `ERROR`. */
  failedClients: number;
  requests: RequestCount;
  /** Other failures. */
  failures: string[];
}

/** Returns failures that a busy machine does not excuse. */
export const violationsOf = ({ polls, failedClients, failures }: DrillReport): string[] => [
  ...(polls.overlaps > 0 ? [`${polls.overlaps} polls began before the one before had ended`] : []),
  ...(failedClients > 0 ? [`${failedClients} clients failed`] : []),
  ...failures,
];

/** Returns the limits that a drill has exceeded. */
export function excessesOf(
  { maxMissed, maxGapMs }: Drill,
  { polls, requests }: DrillReport,
): string[] {
  const { due, missed, longestGapMs } = polls;
  return [
    ...(missed > due * maxMissed ? [`${missed} of ${due} polls were missed`] : []),
    ...(longestGapMs > maxGapMs ? [`a client was not polled for ${seconds(longestGapMs)} s`] : []),
    ...requests.failures,
  ];
}

const seconds = (ms: number) => (ms / 1_000).toFixed(1);

export const reportHead = head([
  'drill',
  'polls due',
  'missed',
  'longest gap (s)',
  'overlaps',
  'failed clients',
  'requests',
  'failed requests',
]);

export function reportLine({ drill, polls, failedClients, requests }: DrillReport): string {
  const { due, missed, longestGapMs, overlaps } = polls;
  const { sent, failures } = requests;
  const gap = seconds(longestGapMs);
  return row([drill, due, missed, gap, overlaps, failedClients, sent, failures.length]);
}
