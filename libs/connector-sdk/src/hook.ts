import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Report } from './device.js';

/** A request that arrived at the webhook address of a client. Hostile until its signature is checked. */
export interface HookRequest {
  /** By their names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** At most 256 KiB. */
  body: Buffer;
}

export interface HookReport<Command = unknown> extends Report<Command> {
  /** The vendor's id of the notification. Only the first request with an id counts, so that a replay has no effect. */
  id?: string | undefined;
  /** Whether to poll the client soon, because more may have changed than the request says. */
  poll?: boolean;
}

/**
 * A vendor's webhook: it reports changes by requests to an address of the client. Polls find what no request reported.
 * The runtime makes the address and receives the requests where it can be reached from the internet (`PUBLIC_URL` with
 * https).
 */
export interface Hook<Remote, Command> {
  /** Registers an address, a secret, in place of the one before: after a successful poll, daily, after changes. */
  register(remote: Remote, address: string): Promise<void>;
  /** Unregisters the address before the client is deleted. Gives up after one second; failures are ignored. */
  unregister(remote: Remote): Promise<void>;
  /** Reads a request within three seconds. Throws `Rejected` unless its signature shows that the vendor sent it. */
  receive(remote: Remote, request: HookRequest): Promise<HookReport<Command>>;
}

interface Signature {
  secret: string;
  given: string | undefined;
  /** Default `sha256`. */
  algorithm?: 'sha256' | 'sha512' | 'sha1';
  /** Default `hex`. */
  encoding?: 'hex' | 'base64';
}

/** Returns whether a signature is the HMAC (RFC 2104) of the content. Compares in constant time. */
export function isSigned(
  content: Buffer | string,
  { secret, given = '', algorithm = 'sha256', encoding = 'hex' }: Signature,
): boolean {
  const expected = Buffer.from(createHmac(algorithm, secret).update(content).digest(encoding));
  const found = Buffer.from(encoding === 'hex' ? given.toLowerCase() : given);
  return found.length === expected.length && timingSafeEqual(found, expected);
}
