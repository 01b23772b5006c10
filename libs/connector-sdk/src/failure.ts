/**
 * The words that a connector has for failure. It throws one of them and knows nothing of what
 * follows: the runtime alone changes a client's status and decides when to try again. Their messages
 * are shown to the developer: they must help, and hold no secret.
 */
export abstract class ConnectorFailure extends Error {}

/** The remote technology cannot be reached, is too slow, or answers nonsense. Time may heal it. */
export class Unavailable extends ConnectorFailure {
  /** How long the remote technology wants to be left alone (ms), where it says so. */
  readonly retryAfterMs: number | undefined;
  /** Whether the request may have reached it; false when it is certain that it has not. */
  readonly sent: boolean;

  constructor(
    message: string,
    { retryAfterMs, sent = true }: { retryAfterMs?: number | undefined; sent?: boolean } = {},
  ) {
    super(message);
    this.retryAfterMs = retryAfterMs;
    this.sent = sent;
  }
}

/** The remote technology refuses the credentials, or the grant has expired or been revoked. */
export class Unauthorized extends ConnectorFailure {}

/** The configuration cannot work as it is: an address that is not allowed, a topic that is not one. */
export class Misconfigured extends ConnectorFailure {}

/** The remote technology refuses this one value or input; of `write` and `invoke` alone. */
export class Rejected extends ConnectorFailure {}
