/**
 * The failures that a connector may throw. The runtime alone decides on the consequences: the status
 * of the client, and the next attempt. The messages are shown to the developer; they must help, and
 * contain no secret.
 */
export abstract class ConnectorFailure extends Error {}

/** The remote technology is down, too slow, or sends malformed responses. It may recover. */
export class Unavailable extends ConnectorFailure {
  /** Time until the next request that the remote technology asks for (ms), such as `Retry-After`. */
  readonly retryAfterMs: number | undefined;
  /** Whether the request may have reached it; false only when it certainly has not. */
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

/** The configuration cannot work: an address that is not allowed, an invalid topic. */
export class Misconfigured extends ConnectorFailure {}

/** The remote technology refuses this value or input; only for commands. */
export class Rejected extends ConnectorFailure {}
