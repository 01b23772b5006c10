import { Unavailable, type ResolveHost } from '@trellis/connector-sdk';
import { createCounts, createTurns, type Release } from '@trellis/messaging';

interface ConnectionLimits {
  /** How many connections one worker keeps to one remote host. */
  perHost: number;
  /** How many it establishes at once, to one host and to all. */
  connectingPerHost: number;
  connecting: number;
  /** How long each counts as one of these at least (ms), so that a host has a bounded number of them a second. */
  connectingMs: number;
}

/** The connections of the listeners of a worker, within bounds. */
export interface Connections {
  /** Begins a connection, which counts from the first host that is looked up for it. */
  begin(signal: AbortSignal): LimitedConnection;
}

export interface LimitedConnection {
  /**
   * A lookup that waits for the turn of the host among those that connect, and is `Unavailable` for a host
   * that has as many connections as it may.
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
  const turns = createTurns({
    slots: limits.connecting,
    slotsPerOwner: limits.connectingPerHost,
  });

  return {
    begin(signal) {
      const hosts = new Set<string>();
      let release: Release | undefined;
      let hasEnded = false;
      let acquiredAt = 0;
      const established = () => {
        if (!release) return;
        setTimeout(release, Math.max(0, acquiredAt + limits.connectingMs - performance.now()));
        release = undefined;
      };
      const waitForTurn = async (host: string) => {
        const acquired = await turns.acquire(host);
        if (hasEnded || signal.aborted) {
          acquired();
          throw new Unavailable('The connection was ended.', { sent: false });
        }
        release = acquired;
        acquiredAt = performance.now();
      };
      return {
        limit: (resolve) => async (host, port) => {
          const name = `${host}:${port}`;
          if (!hosts.has(name)) {
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
