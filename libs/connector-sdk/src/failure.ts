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

/** How many kinds of parts a warning names, and how much of each (characters). */
const maxKinds = 10;
const maxKindLength = 40;

/**
 * The problem of a poll that left parts out, such as entities of a domain that the connector does not
 * know: `Modules were left out: 4 NLAO, 1 NSD.` None when there are none. The things that are missing
 * for it are no reason to call the poll incomplete.
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
