import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { Misconfigured, Unavailable } from './failure.js';

/** An address that may be connected to. */
export interface AllowedAddress {
  address: string;
  family: 4 | 6;
}

/**
 * Gives the address to connect to for a host that a user named, or refuses it. Connect to exactly
 * this address (with the host as TLS server name): a second look-up may answer otherwise.
 */
export type ResolveHost = (host: string) => Promise<AllowedAddress>;

export interface EgressPolicy {
  /** Whether devices on this machine and in private networks may be reached. */
  allowPrivate: boolean;
}

const publicRanges = ['unicast'];
const privateRanges = [...publicRanges, 'private', 'loopback', 'uniqueLocal', 'carrierGradeNat'];

/** Whether an IP address may be connected to. Link-local addresses (cloud metadata) never may. */
export function isAllowed(address: string, { allowPrivate }: EgressPolicy): boolean {
  if (!ipaddr.isValid(address)) return false;
  const range = ipaddr.process(address).range();
  return (allowPrivate ? privateRanges : publicRanges).includes(range);
}

/** A resolver that keeps to a policy. */
export function createResolver(policy: EgressPolicy): ResolveHost {
  return async (host) => {
    const name = host.replace(/^\[(.*)\]$/, '$1');
    const found = await lookup(name, { all: true }).catch(() => {
      throw new Unavailable(`The host ${name} cannot be found.`, { sent: false });
    });
    const allowed = found.find(({ address }) => isAllowed(address, policy));
    if (!allowed) throw new Misconfigured(`The host ${name} has no address that is allowed.`);
    return { address: allowed.address, family: allowed.family === 6 ? 6 : 4 };
  };
}
