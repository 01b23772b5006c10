/** The maximum number of requests to the remote technology within a time. */
export interface Rate {
  requests: number;
  perMs: number;
}

/** The rate limits of a vendor; all workers share the counts. */
export interface RateLimits {
  /** For all clients of an instance together: the vendor's limit per application. */
  instance?: Rate;
  /** For each client: the vendor's limit per end user. */
  client?: Rate;
}

/**
 * Acquires the right to send one request to the remote technology. Waits a little where that helps;
 * throws `Unavailable` with `retryAfterMs` when the limit is used up for longer.
 */
export type Acquire = () => Promise<void>;
