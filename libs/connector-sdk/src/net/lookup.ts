import { isIPv6 } from 'node:net';
import { Misconfigured, Unavailable } from '../failure.js';
import type { AgentRoute } from './agent-route.js';
import { isAllowed, isAmong, type EgressPolicy } from './egress.js';
import { bareHost } from './url.js';
import { createNameLookup, literalAddress, type NameLookup } from './names.js';

export interface AllowedAddress {
  /** An IP address; with `via` one that leads nowhere. */
  address: string;
  family: 4 | 6;
  /** The agent through whose network it is reached; left out for a direct connection. */
  via?: AgentRoute;
}

/**
 * Resolves a host and port that a user named to the address to connect to. Connect to exactly this address, with the
 * host as TLS server name: a second lookup may return another one. Throws `Misconfigured` for an IP address that is
 * not allowed, else `Unavailable`: the same for a name that does not exist as for one whose addresses are not
 * allowed, so that nobody learns the names of the operator's networks.
 */
export type ResolveHost = (host: string, port: number) => Promise<AllowedAddress>;

export type ResolverOf = (developer: string) => ResolveHost;

export function createResolvers(
  policy: EgressPolicy,
  lookUp: NameLookup = createNameLookup(),
): ResolverOf {
  const { allowPrivate, networks = [], denied = [] } = policy;

  const deniedAt = async (port: number): Promise<string[]> => {
    const servers = denied.filter((server) => server.port === port);
    const found = await Promise.all(servers.map(({ host }) => lookUp(bareHost(host), '')));
    if (found.some((addresses) => addresses.length === 0)) throw new Error('A server is unknown.');
    return found.flat();
  };

  return (developer) => {
    const own = networks.filter(
      (one) => one.developer === undefined || one.developer === developer,
    );
    const allowance = { allowPrivate, networks: own.map(({ cidr }) => cidr) };
    return async (host, port) => {
      const name = bareHost(host);
      // Before the name, so that this takes and fails the same for every name.
      const refused = await deniedAt(port).catch(() => {
        // The message would name a server of the product.
        throw new Unavailable(`The host ${name} cannot be checked.`, {
          sent: false,
          cause: 'name_lookup_failed',
        });
      });
      const found = await lookUp(name, developer);
      // Any of them may be used in the end, so each is checked by itself.
      const address = found.find((one) => isAllowed(one, allowance) && !isAmong(one, refused));
      if (address === undefined) throw refusal(name);
      return { address, family: isIPv6(address) ? 6 : 4 };
    };
  };
}

/** An address for documentation (RFC 5737): whoever connects by itself must not reach a host of this network. */
const nowhere = '192.0.2.1';

/** Leaves the lookup of every host to an agent. */
export const throughAgent =
  (route: () => Promise<Omit<AgentRoute, 'host'>>): ResolveHost =>
  async (host) => ({
    address: nowhere,
    family: 4,
    via: { ...(await route()), host: bareHost(host) },
  });

export const createResolver = (policy: EgressPolicy, lookUp?: NameLookup): ResolveHost =>
  createResolvers(policy, lookUp)('developer');

function refusal(host: string): Misconfigured | Unavailable {
  if (literalAddress(host) !== undefined) {
    return new Misconfigured(`The address ${host} is not allowed.`, {
      cause: 'address_not_allowed',
    });
  }
  const detail = `The host ${host} does not exist, or its address is not allowed.`;
  return new Unavailable(detail, { sent: false, cause: 'name_not_found' });
}
