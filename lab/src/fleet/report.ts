import type { Drill } from './drills/drill.js';
import type { PollCount } from './watched/polls.js';
import type { RequestCount } from './watched/requests.js';

/** What one drill has cost. */
export interface DrillReport {
  drill: string;
  polls: PollCount;
  /** How many clients were not `STARTED` at some time. */
  failedClients: number;
  requests: RequestCount;
  /** What went wrong besides. */
  failures: string[];
}

/** What must not be, whatever the machine has to do. */
export const violationsOf = ({ polls, failedClients, failures }: DrillReport): string[] => [
  ...(polls.overlaps > 0 ? [`${polls.overlaps} polls began before the one before had ended`] : []),
  ...(failedClients > 0 ? [`${failedClients} clients failed`] : []),
  ...failures,
];

/** Where a drill has cost more than it may. */
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

export const reportHead = [
  '| drill | polls due | missed | longest gap (s) | overlaps | clients that failed | requests | failed |',
  '| --- | --: | --: | --: | --: | --: | --: | --: |',
].join('\n');

/** A line of a Markdown table. */
export function reportLine({ drill, polls, failedClients, requests }: DrillReport): string {
  const { due, missed, longestGapMs, overlaps } = polls;
  const { sent, failures } = requests;
  const cells = [drill, due, missed, seconds(longestGapMs), overlaps, failedClients];
  return `| ${[...cells, sent, failures.length].join(' | ')} |`;
}
