import { isIP } from 'node:net';
import type { Security } from './configuration.js';

/** Where the user's own address leads; the credentials go there, and nowhere else. */
export interface Home {
  /** Scheme, name and port of the address in the configuration. */
  origin: string;
  /** The IP address that its name stands for, where it is known. */
  ip?: string | undefined;
  /** The kind of credentials that the user has given. */
  scheme?: Security['scheme'] | undefined;
}

const longestAddress = 4096;

/** An address that is http or https once it is resolved, without user, password and fragment. */
export function absolute(href: string, base: string): string | undefined {
  if (href.length > longestAddress || !URL.canParse(href, base)) return undefined;
  const url = new URL(href, base);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  url.hash = '';
  return url.href;
}

/**
 * The same address by the name that the user has given, where it only names the same server by its
 * IP address, as those of node-wot do. What is sent then goes to the user's own origin, no matter
 * what a description says.
 */
export function byOwnName(href: string, { origin, ip }: Home): string {
  const [url, own] = [new URL(href), new URL(origin)];
  const literal = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isSame = ip !== undefined && isIP(literal) !== 0 && literal === ip;
  if (!isSame || url.protocol !== own.protocol || url.port !== own.port) return href;
  return `${own.origin}${url.pathname}${url.search}`;
}

export const originOf = (href: string): string => new URL(href).origin;
