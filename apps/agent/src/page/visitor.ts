import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { PageSettings } from '../settings.js';

/** The ends of names that no public name server has. */
const privateNames = /^[^.]+$|\.(local|lan|home\.arpa|internal)$/;

/**
 * Returns whether a request may come from a visitor of this page. A page elsewhere could make its own name lead here (DNS
 * rebinding), so the name has to be one of this computer, unless a proxy passes on that of its own.
 */
export function isVisitor(request: IncomingMessage, { host, from }: PageSettings): boolean {
  if (from !== undefined) return isSame(request.socket.remoteAddress, from);
  const name = nameOf(request.headers.host);
  if (name === 'localhost') return true;
  const isLocal = ipaddr.parse(host).range() === 'loopback';
  if (isIP(name) !== 0) return !isLocal || ipaddr.parse(name).range() === 'loopback';
  return !isLocal && privateNames.test(name);
}

/** Returns whether a form was sent by this page: those of others have another origin. */
export function isFromPage({ headers }: IncomingMessage, { from }: PageSettings): boolean {
  const { origin } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  const sentTo = [headers.host, ...(from === undefined ? [] : [headers['x-forwarded-host']])];
  return sentTo.includes(new URL(origin).host);
}

const nameOf = (host = ''): string =>
  host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1');

/** Addresses of IPv4 arrive in the form of IPv6 at servers of both. */
const isSame = (address: string | undefined, other: string): boolean =>
  address !== undefined && ipaddr.process(address).toString() === ipaddr.process(other).toString();
