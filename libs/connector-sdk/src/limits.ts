/** At most so many requests to the remote technology in so much time. */
export interface Rate {
  requests: number;
  /** Milliseconds. */
  per: number;
}

/** What the vendor allows; all workers share the counts. */
export interface RateLimits {
  /** Of all clients of an instance together: what the vendor allows an application. */
  instance?: Rate;
  /** Of each client: what the vendor allows an end user. */
  client?: Rate;
}

/**
 * Takes leave for one request to the remote technology. Waits a little where that helps; throws
 * `Unavailable` with `retryAfter` when the limit is used up for longer.
 */
export type Spend = () => Promise<void>;
