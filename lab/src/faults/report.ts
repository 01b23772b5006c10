import { columns, seconds } from '../print.js';
import type { Fault } from './faults.js';
import type { Exchange } from './traffic/requests.js';

/** Observations during a fault and after it, with times of `performance.now()`. */
interface Observed {
  exchanges: readonly Exchange[];
  beganAt: number;
  endedAt: number;
  /** When everything worked; undefined if it never did. */
  healedAt: number | undefined;
  /** The problems that remained longest. */
  lastWrong: string[];
  violations: string[];
}

export type FaultReport = ReturnType<typeof reportOf>;

/** Summarizes the outcome of the traffic during and after a fault. */
export function reportOf(
  { name, silencesGateway = false }: Fault,
  { exchanges, beganAt, endedAt, healedAt, lastWrong, violations }: Observed,
) {
  const during = exchanges.filter((one) => one.endedAt >= beganAt && one.startedAt <= endedAt);
  // A request without an answer counts as an error: its outcome is unknown, too.
  const count = (from: number, to: number) =>
    during.filter(({ status = 599 }) => status >= from && status < to).length;
  // Without a gateway nobody answers.
  const answerable = silencesGateway ? [] : during;
  const unexplained = answerable.filter(({ isExplained }) => !isExplained);
  return {
    fault: name,
    lastedMs: endedAt - beganAt,
    accepted: count(0, 400),
    refused: count(400, 500),
    unknown: count(500, 600),
    /** The slowest request. */
    longest: longestOf(answerable),
    /** From the end of the fault until everything worked; undefined if it never did. */
    healedMs: healedAt && healedAt - endedAt,
    lastWrong,
    violations: [
      ...violations,
      ...unexplained.map(
        ({ method, path, status }) => `${method} ${path}: ${status} without a problem`,
      ),
    ],
  };
}

function longestOf(exchanges: readonly Exchange[]): { ms: number; request: string } {
  const longest = { ms: 0, request: '' };
  for (const { method, path, startedAt, endedAt, status } of exchanges) {
    const ms = endedAt - startedAt;
    if (ms > longest.ms) Object.assign(longest, { ms, request: `${method} ${path} ${status}` });
  }
  return longest;
}

export const reportTable = columns<FaultReport>({
  fault: ({ fault }) => fault,
  'duration (s)': ({ lastedMs }) => seconds(lastedMs),
  accepted: ({ accepted }) => accepted,
  refused: ({ refused }) => refused,
  unknown: ({ unknown }) => unknown,
  'longest answer (s)': ({ longest }) => seconds(longest.ms),
  'recovered after (s)': ({ healedMs }) => (healedMs === undefined ? 'never' : seconds(healedMs)),
  violations: ({ violations }) => violations.length,
});
