import type { LookupAddress } from 'node:dns';
import { lookup as lookupBySystem, Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import { Unavailable } from '../failure.js';
import { raceSignal } from './abort.js';

export interface NameLookupOptions {
  /** Name servers, `address:port`; by default those of the system. */
  servers?: string[] | undefined;
  /** Default `/etc/hosts`. */
  hostsFile?: string;
  /** The timeout of a query, which is repeated once (ms). Default 1,500. */
  queryTimeoutMs?: number;
}

/**
 * Looks up the IP addresses of a host; none of one that does not exist. Throws `Unavailable` when no name server
 * answers. Cached answers alone are shared.
 */
export type NameLookup = (host: string, developer: string) => Promise<string[]>;

type Answer = ({ addresses: string[] } | { failure: string }) & { ttlMs: number };

const maxPerDeveloper = 16;

/** The most threads that wait for the system's own lookup, which has no timeout. */
const maxThreads = 2;

const maxKnown = 10_000;

const systemTimeoutMs = 5_000;

/** How long an answer is cached (ms). Answers of name servers have a TTL. */
const ttlMs = { min: 1_000, max: 60_000, ofThisMachine: 10_000, notFound: 10_000, silent: 30_000 };

/**
 * Creates a lookup by the hosts file and by DNS (c-ares), which occupies no thread: the owner of a name controls its
 * name servers, which may never answer. Only names that no stranger's server answers for are left to the system:
 * those of one label, and those of multicast DNS (RFC 6762).
 */
export function createNameLookup({
  servers,
  hostsFile = '/etc/hosts',
  queryTimeoutMs = 1_500,
}: NameLookupOptions = {}): NameLookup {
  const known = new LRUCache<string, Answer>({ max: maxKnown });
  const inShare = createShares(maxPerDeveloper);
  const inThreadShare = createShares(1);
  const inThread = pLimit(maxThreads);

  /** Looks up a name by the system, with a timeout; its thread stays occupied until the system gives up. */
  const bySystem = (name: string, developer: string) =>
    new Promise<LookupAddress[]>((resolve, reject) => {
      const occupyThread = async () => {
        const found = lookupBySystem(name, { all: true });
        raceSignal(AbortSignal.timeout(systemTimeoutMs), found).then(resolve, reject);
        await found.catch(() => undefined);
      };
      void inThreadShare(developer, () => inThread(occupyThread));
    });

  const find = async (name: string, developer: string): Promise<Answer> => {
    const inFile = addressesIn(hostsFile, name);
    if (inFile.length > 0) return { addresses: inFile, ttlMs: ttlMs.ofThisMachine };
    if (!isLocal(name)) return queryServers(name, { servers, queryTimeoutMs });
    const found = await bySystem(name, developer);
    return { addresses: found.map(({ address }) => address), ttlMs: ttlMs.ofThisMachine };
  };

  const findAndRemember = async (name: string, developer: string): Promise<Answer> => {
    const answer = known.get(name) ?? (await find(name, developer).catch(toAnswer(name)));
    known.set(name, answer, { ttl: answer.ttlMs });
    return answer;
  };

  return async (host, developer) => {
    const literal = literalAddress(host);
    if (literal !== undefined) return [literal];
    const name = host.toLowerCase().replace(/\.$/, '');
    const answer =
      known.get(name) ?? (await inShare(developer, () => findAndRemember(name, developer)));
    if ('failure' in answer) {
      throw new Unavailable(answer.failure, { sent: false, cause: 'name_lookup_failed' });
    }
    return answer.addresses;
  };
}

/** Parses an IP address that is given in place of a name, also in the older forms of IPv4 that systems accept (`0x7f.1`). */
export function literalAddress(host: string): string | undefined {
  if (isIP(host)) return host;
  return ipaddr.IPv4.isValid(host) ? ipaddr.IPv4.parse(host).toString() : undefined;
}

const isLocal = (name: string): boolean => !name.includes('.') || /\.local(host)?$/.test(name);

/** Returns the addresses of a name in a hosts file (hosts(5)). */
function addressesIn(file: string, name: string): string[] {
  const lines = readText(file)
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/));
  return lines.flatMap(([address = '', ...names]) =>
    isIP(address) && names.includes(name) ? [address] : [],
  );
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Queries name servers, at most twice. The resolver is new each time because servers change with the network. */
async function queryServers(
  name: string,
  { servers, queryTimeoutMs }: { servers: string[] | undefined; queryTimeoutMs: number },
): Promise<Answer> {
  const resolver = new Resolver({ timeout: queryTimeoutMs, tries: 2 });
  if (servers) resolver.setServers(servers);
  // c-ares waits for each server, and twice as long the second time.
  const timer = setTimeout(() => resolver.cancel(), 4 * queryTimeoutMs);
  try {
    const records = await resolver
      .resolve4(name, { ttl: true })
      .catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENODATA') throw error;
        return resolver.resolve6(name, { ttl: true });
      });
    const ttl = Math.min(...records.map((record) => record.ttl)) * 1000;
    return {
      addresses: records.map(({ address }) => address),
      ttlMs: Math.max(ttlMs.min, Math.min(ttl, ttlMs.max)),
    };
  } finally {
    clearTimeout(timer);
  }
}

const toAnswer =
  (name: string) =>
  (error: unknown): Answer => {
    const { name: kind, code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ETIMEOUT' || code === 'ECANCELLED') {
      return { failure: `No name server answers for the host ${name}.`, ttlMs: ttlMs.silent };
    }
    // In networks without a way out, the system reports every name that does not exist as a failure of its own.
    return { addresses: [], ttlMs: kind === 'TimeoutError' ? ttlMs.silent : ttlMs.notFound };
  };

/** Returns a function that runs work with a concurrency limit for each owner. */
function createShares(
  maxPerOwner: number,
): <T>(owner: string, work: () => Promise<T>) => Promise<T> {
  const shares = new Map<string, { limit: LimitFunction; users: number }>();
  return async (owner, work) => {
    const share = shares.get(owner) ?? { limit: pLimit(maxPerOwner), users: 0 };
    shares.set(owner, share);
    share.users += 1;
    try {
      return await share.limit(work);
    } finally {
      share.users -= 1;
      if (share.users === 0) shares.delete(owner);
    }
  };
}
