import type { Cause, CauseCode, CauseOf } from '@trellis/contracts';

/** The facts about a failure, which the developer sees beside its message. They must contain no secret. */
export interface Facts<Named extends Cause = Cause> {
  /** Why it failed: a row of the table of causes, which says what helps. */
  cause?: Named | undefined;
  /** The address that failed, as `shownAddress` writes it. */
  address?: string | undefined;
  /** The status of the HTTP response. */
  status?: number | undefined;
  /** Where in the answer, or in the description of it: a JSONPath or JSON Pointer. */
  path?: string | undefined;
  /** The end or the beginning of the validity of a certificate. */
  until?: Date | undefined;
}

/** The facts about a failure of a class. */
export type FactsOf<Code extends CauseCode> = Facts<CauseOf<Code>>;

/** The classes of a failure, by which another copy of this package recognizes it: that of a connector of its own. */
const classes = Symbol.for('trellis.connector-failure');

const isInstance = Function.prototype[Symbol.hasInstance];

/**
 * A failure that a connector may throw. The runtime alone decides on the consequences: the status of the client, and
 * the next attempt. The message is shown to the developer; it must help, and contain no secret.
 */
export abstract class ConnectorFailure extends Error {
  /** The properties that were written before this failure, if some of several were. */
  written?: string[];
  facts: Facts;

  /** The name of a class of this package in any of its copies. */
  static readonly kind: string = 'ConnectorFailure';

  static override [Symbol.hasInstance](given: unknown): boolean {
    if (isInstance.call(this, given)) return true;
    if (!Object.hasOwn(this, 'kind') || !(given instanceof Error) || !(classes in given))
      return false;
    return [given[classes]].flat().includes(this.kind);
  }

  get [classes](): string[] {
    const kinds: string[] = [];
    for (let one: unknown = this.constructor; typeof one === 'function';) {
      if (Object.hasOwn(one, 'kind')) kinds.push(String(Reflect.get(one, 'kind')));
      one = Object.getPrototypeOf(one);
    }
    return kinds;
  }

  constructor(message: string, { cause, address, status, path, until }: Facts = {}) {
    super(message);
    this.facts = { cause, address, status, path, until };
  }
}

/** Adds the address that failed to a failure, unless it names one. */
export function withAddress<Failure extends ConnectorFailure>(
  failure: Failure,
  address: string,
): Failure {
  failure.facts.address ??= address;
  return failure;
}

export interface Delivery {
  /** How long to wait before the next request, if the remote technology says so (ms), such as in `Retry-After`. */
  retryAfterMs?: number | undefined;
  /** Whether the request may have reached the remote technology; false only when it certainly did not. */
  sent?: boolean;
}

/** The remote technology is down, too slow, or sends malformed responses, and may recover. */
export class Unavailable extends ConnectorFailure {
  static override readonly kind: string = 'Unavailable';
  readonly retryAfterMs: number | undefined;
  readonly sent: boolean;

  constructor(
    message: string,
    given: Delivery & FactsOf<'unavailable' | 'device_unavailable'> = {},
  ) {
    super(message, given);
    this.retryAfterMs = given.retryAfterMs;
    this.sent = given.sent ?? true;
  }
}

/** This one device is out of reach, so that nothing was sent to it; only for commands. */
export class DeviceUnavailable extends Unavailable {
  static override readonly kind: string = 'DeviceUnavailable';
  constructor(message: string, facts: FactsOf<'device_unavailable'> = {}) {
    super(message, { cause: 'device_unreachable', ...facts, sent: false });
  }
}

/** The remote technology refuses the credentials, or the grant expired or was revoked. */
export class Unauthorized extends ConnectorFailure {
  static override readonly kind: string = 'Unauthorized';
  constructor(message: string, facts: FactsOf<'authorization_required'> = {}) {
    super(message, facts);
  }
}

/** The configuration cannot work: an address that is not allowed, an invalid topic. */
export class Misconfigured extends ConnectorFailure {
  static override readonly kind: string = 'Misconfigured';
  constructor(message: string, facts: FactsOf<'misconfigured'> = {}) {
    super(message, facts);
  }
}

/** Another device, bridge or account answers than at first; see `requireSameDevice`. */
export class AnotherDevice extends ConnectorFailure {
  static override readonly kind: string = 'AnotherDevice';
  constructor(message: string, facts?: FactsOf<'another_device'>) {
    super(message, { cause: 'another_device', ...facts });
  }
}

/** The remote technology refuses this value or input; only for commands. */
export class Rejected extends ConnectorFailure {
  static override readonly kind: string = 'Rejected';
  constructor(message: string, facts?: FactsOf<'rejected'>) {
    super(message, { cause: 'value_refused', ...facts });
  }
}

/** Copies a failure of a request that did not reach what it was for. */
export function asUnsent(failure: Unavailable, message = failure.message): Unavailable {
  const { retryAfterMs, facts } = failure;
  return Object.assign(new Unavailable(message, { retryAfterMs, sent: false }), { facts });
}

/** Says of a refusal that a token was issued just before, so that a new one does not help. */
export function afterRefresh(failure: Unauthorized): Unauthorized {
  const { cause } = failure.facts;
  if (cause === 'credentials_refused') failure.facts.cause = 'token_refused';
  if (cause === 'forbidden') failure.facts.cause = 'forbidden_after_refresh';
  return failure;
}

/** Returns whether a request certainly did not reach the remote technology. */
export const isUnsent = (error: unknown): boolean =>
  error instanceof Unavailable
    ? !error.sent
    : error instanceof Misconfigured && error.facts.status === undefined;

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
  const detail = `${what} were left out: ${list}${more}.`;
  return [{ failure: new Misconfigured(detail, { cause: 'parts_left_out' }) }];
}
