import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Heard } from './heard.js';

/** A request that arrived at the address of a client, as it was sent. Hostile until its signature was checked. */
export interface HookRequest {
  /** By their names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** At most 256 KiB. */
  body: Buffer;
}

/** What a request to the address of a client tells. */
export interface Told<Command = unknown> extends Heard<Command> {
  /**
   * The vendor's id of what is told, where it has one: of requests with the same id only the first counts, also
   * when somebody else repeats it.
   */
  id?: string;
  /** Whether the client is to be polled soon, since more may have changed than the request tells. */
  poll?: boolean;
}

/**
 * How a vendor tells changes by requests to an address of the client's own, beside the polls, which find what no
 * request has told. The runtime makes the address and takes the requests where it is reached from the internet
 * (`PUBLIC_URL` with https).
 */
export interface Hook<Remote, Command> {
  /**
   * Has the vendor send requests to an address, which is a secret. Called after a poll has succeeded, again every
   * day and for another address, which replaces the one before. Throws as `poll` does, and `Rejected`; it is tried
   * again later then.
   */
  register(remote: Remote, address: string): Promise<void>;
  /** Has the vendor send no more, before the client is removed. Has a second; a failure holds up nothing. */
  unregister(remote: Remote): Promise<void>;
  /**
   * Takes a request. Throws `Rejected` unless its signature shows that the vendor has sent it. Has three seconds:
   * it does not ask the remote technology, but tells that the client is to be polled.
   */
  receive(remote: Remote, request: HookRequest): Promise<Told<Command>>;
}

interface Signature {
  /** The secret that the vendor shares. */
  secret: string;
  /** The signature that came with the request, if one did. */
  given: string | undefined;
  /** Default `sha256`. */
  algorithm?: 'sha256' | 'sha512' | 'sha1';
  /** How it is written. Default `hex`. */
  encoding?: 'hex' | 'base64';
}

/** Whether a signature is the HMAC (RFC 2104) of what was sent; takes as long for any that is not. */
export function isSigned(
  content: Buffer | string,
  { secret, given = '', algorithm = 'sha256', encoding = 'hex' }: Signature,
): boolean {
  const expected = Buffer.from(createHmac(algorithm, secret).update(content).digest(encoding));
  const found = Buffer.from(encoding === 'hex' ? given.toLowerCase() : given);
  return found.length === expected.length && timingSafeEqual(found, expected);
}
