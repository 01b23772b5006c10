import { Unavailable, type ResolveHost } from '@trellis/connector-sdk';
import { createCounts, createRoundRobin, type Release } from '@trellis/platform/concurrency';

interface ConnectionLimits {
  /** The most connections of a worker to one remote host. */
  perHost: number;
  /** The most remote hosts to which a client is connected at a time. */
  hostsPerClient: number;
  /** How many connections are established at once, to one host and to all. */
  connectingPerHost: number;
  connecting: number;
  /**
   * How long each counts as being established (ms). The minimum bounds the connections per second to a host; the
   * maximum lets others connect while one reads its first data.
   */
  turnMs: { min: number; max: number };
  /** How long establishing a connection may take (ms). */
  maxConnectingMs: number;
}

/** Bounds the connections of a worker's listeners. */
export interface Connections {
  /** Begins a connection. It counts once its first host is looked up. */
  begin(signal: AbortSignal): LimitedConnection;
}

export interface LimitedConnection {
  /** Aborted with the given signal, or when the connection is not established in time. */
  signal: AbortSignal;
  /**
   * Wraps a lookup: it waits for the host's turn to connect, and throws `Unavailable` when the host has too many
   * connections or the client too many hosts. `network` is that of an agent, whose hosts are others than those of the same
   * name elsewhere.
   */
  limit(resolve: ResolveHost, network?: string): ResolveHost;
  /** Lets the next one connect. */
  established(): void;
  end(): void;
}

/**
 * Counts the connections to each remote host. However many clients lose their connections to it at once, only a few
 * connect at a time, and a bounded number per second.
 */
export function createConnections(limits: ConnectionLimits): Connections {
  const open = createCounts();
  const roundRobin = createRoundRobin({
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
        const acquired = await roundRobin.acquire(host);
        if (hasEnded || signal.aborted) {
          acquired();
          throw new Unavailable('The connection was ended.', { sent: false, cause: 'interrupted' });
        }
        endTurn = startTurn(acquired, limits.turnMs);
        // Gives up on a host that accepts a connection and then sends nothing.
        timer = setTimeout(() => tooLate.abort(), limits.maxConnectingMs).unref();
      };
      return {
        signal: AbortSignal.any([signal, tooLate.signal]),
        limit:
          (resolve, network = '') =>
          async (host, port) => {
            const name = `${network} ${host}:${port}`;
            if (!hosts.has(name)) {
              if (hosts.size >= limits.hostsPerClient) {
                const detail = `The client has connections to ${hosts.size} hosts, the maximum.`;
                throw new Unavailable(detail, { sent: false, cause: 'connection_limit' });
              }
              if (open.of(name) >= limits.perHost) {
                const detail = `There are ${limits.perHost} connections to the host, the maximum.`;
                throw new Unavailable(detail, { sent: false, cause: 'connection_limit' });
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

/** Starts a turn, which ends after its maximum; returns a function that ends it earlier. */
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
