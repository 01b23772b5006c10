import { columns, seconds } from '../print.js';
import type { Drill } from './drills.js';
import type { Cause } from './watched/causes.js';
import type { PollCount } from './watched/polls.js';
import type { RequestCount } from './watched/requests.js';

export interface DrillReport {
  drill: string;
  polls: PollCount;
  causes: Cause[];
  /** Share of the machine's processor time that was used. */
  machine: number;
  /** Utilization of the drill's own event loop. */
  drillLoop: number;
  /** The longest time from the start of a process until it was ready (ms). */
  slowestStartMs: number;
  /** Number of clients that were ever in `ERROR`. */
  failedClients: number;
  requests: RequestCount;
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
  const { due, longestGapMs } = polls;
  const missed = polls.missed.length;
  return [
    ...(missed > due * maxMissed ? [`${missed} of ${due} polls were missed`] : []),
    ...(longestGapMs > maxGapMs ? [`a client was not polled for ${seconds(longestGapMs)} s`] : []),
    ...requests.failures,
  ];
}

export const reportTable = columns<DrillReport>({
  drill: ({ drill }) => drill,
  'polls due': ({ polls }) => polls.due,
  missed: ({ polls }) => polls.missed.length,
  'longest gap (s)': ({ polls }) => seconds(polls.longestGapMs),
  overlaps: ({ polls }) => polls.overlaps,
  'failed clients': ({ failedClients }) => failedClients,
  requests: ({ requests }) => requests.sent,
  'failed requests': ({ requests }) => requests.failures.length,
  'slowest start (s)': ({ slowestStartMs }) => seconds(slowestStartMs),
  'machine (%)': ({ machine }) => percent(machine),
  'drill (%)': ({ drillLoop }) => percent(drillLoop),
});

/** The causes of the missed polls of a drill. */
export const causeTable = columns<Cause & { drill: string }>({
  drill: ({ drill }) => drill,
  missed: ({ missed }) => missed,
  because: ({ reason }) => reason,
  meanwhile: ({ meanwhile }) => meanwhile,
  'longest delay (s)': ({ longestDelayMs }) => seconds(longestDelayMs),
});

const percent = (share: number) => (share * 100).toFixed(0);
