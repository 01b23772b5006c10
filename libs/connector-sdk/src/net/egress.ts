import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The addresses that may be connected to, besides public ones. */
export interface EgressPolicy {
  /** Whether this machine and all private networks may be reached. */
  allowPrivate: boolean;
  /** Private networks that may be reached even if `allowPrivate` is false. */
  networks?: AllowedNetwork[];
  /** Servers that must never be reached: those of the product itself. */
  denied?: Server[];
}

export interface AllowedNetwork {
  /** Such as `192.168.1.0/24` or `fd00:1::/64`. */
  cidr: string;
  developer?: string;
}

export interface Server {
  /** A name or an address. */
  host: string;
  port: number;
}

const privateRanges = ['private', 'loopback', 'uniqueLocal', 'carrierGradeNat'];

/** The part of IPv6 that is routed on the internet (RFC 4291, section 2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Reserved for benchmarks of networks (RFC 2544). */
const benchmark = ipaddr.IPv4.parseCIDR('198.18.0.0/15');

/** Metadata services of clouds, which hand out secrets; 169.254.169.254 is link-local anyway. */
const metadata = new Set(['100.100.100.200', '168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254']);

/** Returns whether an IP address may be connected to; never link-local ones and the metadata services of clouds. */
export function isAllowed(
  address: string,
  { allowPrivate, networks = [] }: { allowPrivate: boolean; networks?: readonly string[] },
): boolean {
  const parsed = parseAddress(address);
  if (!parsed || metadata.has(parsed.toString())) return false;
  const range = rangeOf(parsed);
  if (range === 'unicast') return true;
  if (!privateRanges.includes(range)) return false;
  return allowPrivate || networks.some((cidr) => isWithin(parsed, cidr));
}

/** Returns whether an address belongs to this machine or to a private network. */
export function isPrivateAddress(address: string): boolean {
  const parsed = parseAddress(address);
  return parsed !== undefined && privateRanges.includes(rangeOf(parsed));
}

/** Returns whether an address is among others; all addresses of this machine count as the same. */
export function isAmong(address: string, others: readonly string[]): boolean {
  const same = (other: string) => canonical(other) === canonical(address);
  return others.some(same) || (isThisMachine(address) && others.some(isThisMachine));
}

function isThisMachine(address: string): boolean {
  if (parseAddress(address)?.range() === 'loopback') return true;
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses);
  return own.some((one) => canonical(one.address) === canonical(address));
}

/** Normalizes an address; an IPv4 address mapped into IPv6 becomes IPv4. */
const canonical = (address: string): string => parseAddress(address)?.toString() ?? address;

function parseAddress(address: string): Address | undefined {
  // Only link-local addresses need a zone, and they are never reached.
  const isPlain = ipaddr.isValid(address) && !address.includes('%');
  return isPlain ? ipaddr.process(address) : undefined;
}

function isWithin(address: Address, cidr: string): boolean {
  const network = ipaddr.parseCIDR(cidr);
  return address.kind() === network[0].kind() && address.match(network);
}

function rangeOf(address: Address): string {
  const range = address.range();
  if (range !== 'unicast') return range;
  const routed =
    address instanceof ipaddr.IPv6 ? address.match(globalUnicast) : !address.match(benchmark);
  return routed ? range : 'reserved';
}
