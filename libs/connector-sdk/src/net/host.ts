import { isIP } from 'node:net';

/** A host of a URL without the brackets that IPv6 addresses have there (RFC 3986, section 3.2.2). */
export const bareHost = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

/** The TLS server name for a host; undefined for an IP address, which is none (RFC 6066). */
export function tlsServerName(host: string): string | undefined {
  const name = bareHost(host);
  return isIP(name) ? undefined : name;
}
