/**
 * A failure that a connector may throw. The runtime alone decides on the consequences: the status of the client, and
 * the next attempt. The message is shown to the developer; it must help, and contain no secret.
 */
export abstract class ConnectorFailure extends Error {
  /** The properties that were written before this failure, if some of several were. */
  written?: string[];
}

/** The remote technology is down, too slow, or sends malformed responses, and may recover. */
export class Unavailable extends ConnectorFailure {
  /** How long to wait before the next request, if the remote technology says so (ms), such as in `Retry-After`. */
  readonly retryAfterMs: number | undefined;
  /** Whether the request may have reached the remote technology; false only when it certainly did not. */
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

/** This one device is out of reach, so that nothing was sent to it; only for commands. */
export class DeviceUnavailable extends Unavailable {
  constructor(message: string) {
    super(message, { sent: false });
  }
}

/** The remote technology refuses the credentials, or the grant expired or was revoked. */
export class Unauthorized extends ConnectorFailure {}

/** The configuration cannot work: an address that is not allowed, an invalid topic. */
export class Misconfigured extends ConnectorFailure {}

/** The remote technology refuses this value or input; only for commands. */
export class Rejected extends ConnectorFailure {}

/** The most kinds of parts in a warning, and the most characters of each. */
const maxKinds = 10;
const maxKindLength = 40;

/**
 * Returns the problem of a poll that left parts out, such as entities of an unknown domain: `Modules were left out: 4
 * NLAO, 1 NSD.` Empty when nothing was left out. A poll with this problem may still be complete.
 */
export function leftOut(what: string, kinds: Iterable<string>): { failure: Misconfigured }[] {
  const counts = new Map<string, number>();
  for (const kind of kinds) {
    const name = kind.slice(0, maxKindLength);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  if (counts.size === 0) return [];
  const shown = [...counts].sort(([, a], [, b]) => b - a).slice(0, maxKinds);
  const list = shown.map(([kind, count]) => `${count} ${kind}`).join(', ');
  const more = counts.size > maxKinds ? ', and others' : '';
  return [{ failure: new Misconfigured(`${what} were left out: ${list}${more}.`) }];
}
