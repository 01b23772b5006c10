import { head, row } from '../table.js';
import type { Fault } from './injected/fault.js';
import type { Exchange } from './traffic/requests.js';

/** The outcome of the traffic during and after a fault. */
export interface FaultReport {
  fault: string;
  /** Duration of the fault (ms). */
  lastedMs: number;
  /** Numbers of requests: 2xx, 4xx, and 5xx or without an answer. */
  accepted: number;
  refused: number;
  unknown: number;
  /** The slowest request (ms). */
  longest: { ms: number; request: string };
  /** From the end of the fault until everything worked (ms); undefined if it never did. */
  healedMs: number | undefined;
  /** The problems that remained longest. */
  lastWrong: string[];
  violations: string[];
}

interface Observed {
  exchanges: readonly Exchange[];
  beganAt: number;
  endedAt: number;
  healedAt: number | undefined;
  lastWrong: string[];
  violations: string[];
}

export function reportOf(
  { name, silencesGateway = false }: Fault,
  { exchanges, beganAt, endedAt, healedAt, lastWrong, violations }: Observed,
): FaultReport {
  const during = exchanges.filter((one) => one.endedAt >= beganAt && one.startedAt <= endedAt);
  const isUnknown = ({ status }: Exchange) => status === undefined || status >= 500;
  const unexplained = silencesGateway ? [] : during.filter(({ isExplained }) => !isExplained);
  return {
    fault: name,
    lastedMs: endedAt - beganAt,
    accepted: during.filter(({ status = 600 }) => status < 400).length,
    refused: during.filter(({ status = 600 }) => status >= 400 && status < 500).length,
    unknown: during.filter(isUnknown).length,
    // Without a gateway nobody answers.
    longest: longestOf(silencesGateway ? [] : during),
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

function longestOf(exchanges: readonly Exchange[]): FaultReport['longest'] {
  const longest = { ms: 0, request: '' };
  for (const { method, path, startedAt, endedAt, status } of exchanges) {
    const ms = endedAt - startedAt;
    if (ms > longest.ms) Object.assign(longest, { ms, request: `${method} ${path} ${status}` });
  }
  return longest;
}

const seconds = (ms: number | undefined) => (ms === undefined ? 'never' : (ms / 1000).toFixed(1));

export const reportHead = head([
  'fault',
  'duration (s)',
  'accepted',
  'refused',
  'unknown',
  'longest answer (s)',
  'recovered after (s)',
  'violations',
]);

export function reportLine(report: FaultReport): string {
  const { fault, lastedMs, accepted, refused, unknown, longest, healedMs, violations } = report;
  return row([
    fault,
    seconds(lastedMs),
    accepted,
    refused,
    unknown,
    seconds(longest.ms),
    seconds(healedMs),
    violations.length,
  ]);
}
