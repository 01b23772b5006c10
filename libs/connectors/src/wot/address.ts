import { isIP } from 'node:net';
import { bareHost } from '@trellis/connector-sdk';
import type { Security } from './configuration.js';

/** The server at the user's address: the only one that receives the credentials. */
export interface Home {
  /** Scheme, name and port of the address in the configuration. */
  origin: string;
  ip?: string | undefined;
  scheme?: Security['scheme'] | undefined;
  /** The URI variable for the user's key (`apikey` in `uri`). */
  keyVariable?: string | undefined;
}

/** A placeholder for the user's key in the address of a form; `Remote.send` replaces it. */
export const keyPlaceholder = '__key-of-the-user__';

const maxAddressLength = 4096;

/** Resolves an address; undefined unless it is http or https, without user name and password. */
export function absolute(href: string, base: string): string | undefined {
  if (href.length > maxAddressLength || !URL.canParse(href, base)) return undefined;
  const url = new URL(href, base);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  url.hash = '';
  return url.href;
}

/**
 * Replaces the IP address of the user's server by the name in the configuration. Descriptions made by node-wot name
 * their server by its IP address; requests must still go to the user's origin.
 */
export function byOwnName(href: string, { origin, ip }: Home): string {
  const [url, own] = [new URL(href), new URL(origin)];
  const literal = bareHost(url.hostname);
  const isSame = ip !== undefined && isIP(literal) !== 0 && literal === ip;
  if (!isSame || url.protocol !== own.protocol || url.port !== own.port) return href;
  return `${own.origin}${url.pathname}${url.search}`;
}

export const originOf = (href: string): string => new URL(href).origin;
