import { isIP } from 'node:net';
import { Misconfigured } from '../failure.js';

/** Parses an address that a user or a remote technology named. Throws `Misconfigured` for one that is not allowed. */
export function parseHttpUrl(given: string | URL): URL {
  const url = URL.canParse(String(given)) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Misconfigured('The address must begin with http: or https:.', {
      cause: 'address_invalid',
    });
  }
  if (url.username || url.password) {
    throw new Misconfigured('The address must not contain a user name or password.', {
      cause: 'address_invalid',
    });
  }
  return url;
}

export const portOf = ({ port, protocol }: Pick<URL, 'port' | 'protocol'>): number =>
  Number(port) || (protocol === 'https:' ? 443 : 80);

/** Returns a host without the brackets that IPv6 addresses have in URLs (RFC 3986, section 3.2.2). */
export const bareHost = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

/** Returns the TLS server name for a host; undefined for an IP address (RFC 6066). */
export function tlsServerName(host: string): string | undefined {
  const name = bareHost(host);
  return isIP(name) ? undefined : name;
}

/** Matches a part of a path that may be a key or token: long, with letters and digits. */
const opaque = /(?=[\w%-]*\d)(?=[\w%-]*[a-z])[\w%-]{20,}/gi;

const maxShownLength = 300;

/** Writes an address for developers: without user, query and fragment, and without what may be a key in its path. */
export function shownAddress({ protocol, host, pathname }: URL): string {
  const path = pathname === '/' ? '' : pathname.replace(opaque, '…');
  return `${protocol}//${host}${path}`.slice(0, maxShownLength);
}
