import { Unavailable, type ResolveHost } from '@trellis/connector-sdk';
import { createCounts, createRoundRobin, type Release } from '@trellis/platform/concurrency';

interface ConnectionLimits {
  /** How many connections one worker keeps to one remote host. */
  perHost: number;
  /** To how many remote hosts it connects for one client at a time. */
  hostsPerClient: number;
  /** How many it establishes at once, to one host and to all. */
  connectingPerHost: number;
  connecting: number;
  /**
   * How long each counts as one of these at least, so that a host has a bounded number of them a second, and at
   * most, so that none waits while another one reads what is there (ms).
   */
  turnMs: { min: number; max: number };
  /** How long each may take to be established (ms). */
  maxConnectingMs: number;
}

/** The connections of the listeners of a worker, within bounds. */
export interface Connections {
  /** Begins a connection, which counts from the first host that is looked up for it. */
  begin(signal: AbortSignal): LimitedConnection;
}

export interface LimitedConnection {
  /** Aborted with the one given, or when the connection is not established in time. */
  signal: AbortSignal;
  /**
   * A lookup that waits for the turn of the host among those that connect, and is `Unavailable` for a host
   * that has as many connections as it may, and for one more host than a client may have.
   */
  limit(resolve: ResolveHost): ResolveHost;
  /** Lets the next one connect. */
  established(): void;
  end(): void;
}

/**
 * Counts the connections to each remote host. However many clients of a host lose their connections at once,
 * a few connect to it at a time, and a bounded number within a second.
 */
export function createConnections(limits: ConnectionLimits): Connections {
  const open = createCounts();
  const turns = createRoundRobin({
    slots: limits.connecting,
    slotsPerOwner: limits.connectingPerHost,
  });

  return {
    begin(signal) {
      const hosts = new Set<string>();
      let hasEnded = false;
      let endTurn: () => void = () => undefined;
      let timer: NodeJS.Timeout | undefined;
      const tooLate = new AbortController();
      const established = () => {
        clearTimeout(timer);
        endTurn();
      };
      const waitForTurn = async (host: string) => {
        const acquired = await turns.acquire(host);
        if (hasEnded || signal.aborted) {
          acquired();
          throw new Unavailable('The connection was ended.', { sent: false });
        }
        endTurn = startTurn(acquired, limits.turnMs);
        // A remote that accepts a connection and then says nothing is tried again.
        timer = setTimeout(() => tooLate.abort(), limits.maxConnectingMs).unref();
      };
      return {
        signal: AbortSignal.any([signal, tooLate.signal]),
        limit: (resolve) => async (host, port) => {
          const name = `${host}:${port}`;
          if (!hosts.has(name)) {
            if (hosts.size >= limits.hostsPerClient) {
              const detail = `The client has connections to ${hosts.size} hosts, the maximum.`;
              throw new Unavailable(detail, { sent: false });
            }
            if (open.of(name) >= limits.perHost) {
              const detail = `There are ${limits.perHost} connections to the host, the maximum.`;
              throw new Unavailable(detail, { sent: false });
            }
            hosts.add(name);
            open.add(name, 1);
            if (hosts.size === 1) await waitForTurn(name);
          }
          return resolve(host, port);
        },
        established,
        end() {
          hasEnded = true;
          established();
          for (const host of hosts) open.add(host, -1);
        },
      };
    },
  };
}

/** Returns a function that ends a turn, which ends by itself after its longest time. */
function startTurn(release: Release, { min, max }: ConnectionLimits['turnMs']): () => void {
  const startedAt = performance.now();
  let hasEnded = false;
  const end = () => {
    if (!hasEnded) release();
    hasEnded = true;
  };
  const timer = setTimeout(end, max).unref();
  return () => {
    clearTimeout(timer);
    setTimeout(end, Math.max(0, startedAt + min - performance.now()));
  };
}
