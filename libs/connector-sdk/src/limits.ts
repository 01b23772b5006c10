export interface Rate {
  requests: number;
  perMs: number;
}

export interface RateLimits {
  /** The vendor's limit per application, for all clients of an instance together. */
  instance?: Rate;
  /** The vendor's limit per end user, for each client. */
  client?: Rate;
}

/** Acquires a permit for a request, after a brief wait. Throws `Unavailable` with `retryAfterMs` when none is left. */
export type Acquire = () => Promise<void>;
