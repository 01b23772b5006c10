import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { Misconfigured, Unavailable } from '../failure.js';
import { bareHost } from './host.js';

/** An address that may be connected to. */
export interface AllowedAddress {
  address: string;
  family: 4 | 6;
}

/**
 * Looks up the address to connect to for a host that a user named, or refuses the host. Connect to
 * exactly this address, with the host as TLS server name: a second lookup may return another one.
 */
export type ResolveHost = (host: string) => Promise<AllowedAddress>;

export interface EgressPolicy {
  /** Whether devices on this machine and in private networks may be reached. */
  allowPrivate: boolean;
}

const publicRanges = ['unicast'];
const privateRanges = [...publicRanges, 'private', 'loopback', 'uniqueLocal', 'carrierGradeNat'];

/** The part of IPv6 that is routed on the internet (RFC 4291, section 2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Reserved for benchmarks of networks (RFC 2544). */
const benchmark = ipaddr.IPv4.parseCIDR('198.18.0.0/15');

/** Metadata services of clouds, which hand out secrets; 169.254.169.254 is link-local anyway. */
const metadata = new Set(['100.100.100.200', '168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254']);

/**
 * Whether an IP address may be connected to. Link-local addresses and the metadata services of clouds
 * are never allowed.
 */
export function isAllowed(address: string, { allowPrivate }: EgressPolicy): boolean {
  // Only link-local addresses need a zone, and those are never reached.
  if (!ipaddr.isValid(address) || address.includes('%')) return false;
  const parsed = ipaddr.process(address);
  if (metadata.has(parsed.toString())) return false;
  return (allowPrivate ? privateRanges : publicRanges).includes(rangeOf(parsed));
}

function rangeOf(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  const range = address.range();
  if (range !== 'unicast') return range;
  const routed =
    address instanceof ipaddr.IPv6 ? address.match(globalUnicast) : !address.match(benchmark);
  return routed ? range : 'reserved';
}

/** Creates a resolver that enforces a policy. */
export function createResolver(policy: EgressPolicy): ResolveHost {
  return async (host) => {
    const name = bareHost(host);
    const found = await lookup(name, { all: true }).catch(() => {
      throw new Unavailable(`The host ${name} cannot be found.`, { sent: false });
    });
    const allowed = found.find(({ address }) => isAllowed(address, policy));
    if (!allowed) throw new Misconfigured(`The host ${name} has no address that is allowed.`);
    return { address: allowed.address, family: allowed.family === 6 ? 6 : 4 };
  };
}
