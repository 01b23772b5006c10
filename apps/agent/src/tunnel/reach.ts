import { lookup } from 'node:dns/promises';
import { connect, isIPv6, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { lookupMdns } from '../discovery/lookup-mdns.js';

/** Reports a host that must not be reached, or does not exist; `code` is for Trellis. */
export class NotReached extends Error {
  readonly code: 'not_allowed' | 'not_found' | 'stopped';

  constructor(code: NotReached['code'], message: string) {
    super(message);
    this.code = code;
  }
}

export interface ReachOptions {
  /** Networks that may be reached besides those of this computer. */
  allow: readonly string[];
  /** Ports of this computer that must not be reached: the agent's own. */
  deniedPorts: readonly number[];
  /** The interfaces of this computer; by default those of the system. */
  interfaces?: typeof networkInterfaces;
  /** How long a connection may take (ms). Default 10,000. */
  connectMs?: number;
}

const defaultConnectMs = 10_000;

/**
 * Connects to a host in the networks of this computer. Their private addresses are allowed, and what `allow` names; never
 * this computer itself by a loopback address unless it is named.
 */
export async function reach(host: string, port: number, options: ReachOptions): Promise<Socket> {
  const addresses = await addressesOf(host);
  if (addresses.length === 0) throw new NotReached('not_found', `There is no host ${host}.`);
  const allowed = addresses.filter((one) => isReachable(one, port, options));
  if (allowed.length === 0) throw new NotReached('not_allowed', `${host} is not allowed.`);
  return open(allowed, port, options.connectMs ?? defaultConnectMs);
}

/** How long a device may take to answer at its former address (ms). */
const formerConnectMs = 2_000;

/**
 * Connects as `reach` does, and to the new address of a device that does not answer at its former one any more: it may have a
 * new lease. Connectors check that it is the same device.
 */
export async function reachMoved(
  host: string,
  port: number,
  { currentAddress, ...options }: ReachOptions & { currentAddress(address: string): string },
): Promise<Socket> {
  const current = currentAddress(host);
  if (current === host) return reach(host, port, options);
  return reach(host, port, { ...options, connectMs: formerConnectMs }).catch(() =>
    reach(current, port, options),
  );
}

async function addressesOf(host: string): Promise<string[]> {
  const name = host.replace(/^\[(.*)\]$/, '$1');
  if (ipaddr.isValid(name)) return [name];
  const found = await lookup(name, { all: true }).catch(() => []);
  if (found.length > 0) return found.map(({ address }) => address);
  // Systems without a resolver for these names are common, such as containers.
  return name.toLowerCase().endsWith('.local') ? lookupMdns(name) : [];
}

/** The interfaces of Docker, Home Assistant, Podman and libvirt: behind them are containers, and no devices of the home. */
const virtualInterfaces = /^(docker|hassio|podman|cni|virbr)|^br-[0-9a-f]{12}$/;

/** Returns whether an address may be connected to. */
export function isReachable(
  address: string,
  port: number,
  { allow, deniedPorts, interfaces = networkInterfaces }: ReachOptions,
): boolean {
  if (address.includes('%') || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  const own = Object.entries(interfaces()).flatMap(([name, all = []]) =>
    all.map((one) => ({ ...one, isVirtual: virtualInterfaces.test(name) })),
  );
  const isOwn = own.some((one) => one.address === parsed.toString());
  if ((isOwn || parsed.range() === 'loopback') && deniedPorts.includes(port)) return false;
  if (allow.some((network) => isWithin(parsed, network))) return true;
  if (!['private', 'uniqueLocal'].includes(parsed.range())) return false;
  return own.some(
    ({ internal, isVirtual, cidr }) =>
      !internal && !isVirtual && cidr !== null && isWithin(parsed, cidr),
  );
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, cidr: string): boolean {
  const network = ipaddr.parseCIDR(cidr.replace(/%[^/]*/, ''));
  return address.kind() === network[0].kind() && address.match(network);
}

/** How long one address may take before the next one is tried (ms). */
const attemptMs = 2_000;

/** Connects to the first address that answers. */
export const open = (addresses: string[], port: number, connectMs: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({
      host: addresses[0]!,
      port,
      noDelay: true,
      allowHalfOpen: false,
      ...(addresses.length > 1 && {
        // A host that is no address, so that the given addresses are looked up for it.
        host: 'device',
        lookup: (_host, _options, callback) =>
          callback(
            null,
            addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })),
          ),
        autoSelectFamily: true,
        autoSelectFamilyAttemptTimeout: attemptMs,
      }),
    });
    const timer = setTimeout(() => {
      socket.destroy();
      reject(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' }));
    }, connectMs);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.removeAllListeners('error');
      resolve(socket);
    });
    socket.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
