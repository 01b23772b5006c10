import { Budget, Unavailable, type DeviceProblem } from '@trellis/connector-sdk';

const maxRequests = 1_000;

/** The most requests of a client per second of its poll interval. */
const maxRequestsPerSecond = 200;

/**
 * The most requests to a host that a description names. Only the host of `url` was named by the user; the others may
 * belong to someone who has not agreed to be polled.
 */
const maxRequestsPerHost = 100;

const maxHosts = 100;

const maxCharacters = 32 * 1024 * 1024;

/** The time limit, well below the timeout of a poll, so that the results until then are used (ms). */
const pollTimeoutMs = 20_000;

export class QuotaExceeded extends Unavailable {
  constructor(message: string) {
    super(message, { sent: false, cause: 'too_much_to_read' });
  }
}

export interface Quota {
  /** Counts a request before it is sent; throws `QuotaExceeded` when it must not be. */
  take(hostname: string): void;
  receive(characters: number): void;
  /** Whether the poll should end, because of the requests, the data or the time that it took. */
  isExhausted(): boolean;
  /** Why something was not read, once for each reason. */
  problems(): DeviceProblem[];
}

/** The quota of a client that is polled every `intervalMs`; `home` is the host of its address. */
export function createQuota(home: string, intervalMs: number): Quota {
  const max = Math.min(maxRequests, Math.floor((intervalMs / 1000) * maxRequestsPerSecond));
  const tooManyRequests = `A poll sends at most ${max} requests.`;
  const budget = new Budget({
    limits: { requests: max, characters: maxCharacters },
    timeMs: pollTimeoutMs,
    refuse: () => new QuotaExceeded(tooManyRequests),
  });
  const sentTo = new Map<string, number>();
  const reasons = new Set<string>();

  const exhaustion = (): string | undefined => {
    if (!budget.has('requests')) return tooManyRequests;
    if (!budget.has('characters')) return 'The things send too much data.';
    return budget.remainingMs <= 0 ? 'The things are too slow.' : undefined;
  };
  const refusal = (hostname: string): string | undefined => {
    if (!budget.has('requests')) return tooManyRequests;
    if (hostname === home) return undefined;
    const before = sentTo.get(hostname);
    if (before === undefined) {
      const isFull = sentTo.size >= maxHosts;
      return isFull ? `A poll uses at most ${maxHosts} hosts besides its own.` : undefined;
    }
    const isUsedUp = before >= maxRequestsPerHost;
    return isUsedUp
      ? `A poll sends at most ${maxRequestsPerHost} requests to ${hostname}.`
      : undefined;
  };

  return {
    take(hostname) {
      const reason = refusal(hostname);
      if (reason !== undefined) {
        reasons.add(reason);
        throw new QuotaExceeded(reason);
      }
      budget.spend('requests');
      if (hostname !== home) sentTo.set(hostname, (sentTo.get(hostname) ?? 0) + 1);
    },
    receive: (characters) => budget.record('characters', characters),
    isExhausted() {
      const reason = exhaustion();
      if (reason !== undefined) reasons.add(reason);
      return reason !== undefined;
    },
    problems: () =>
      [...reasons].map((reason) => ({
        failure: new QuotaExceeded(`${reason} Not everything was read.`),
      })),
  };
}
