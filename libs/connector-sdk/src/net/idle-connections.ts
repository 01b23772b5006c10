import type { Dispatcher } from 'undici';

/** A connection for one request at a time. */
export interface HttpConnection {
  dispatcher: Dispatcher;
  isOpen(): boolean;
  /** Whether the remote has accepted it, so that a request may have been sent. */
  wasOpened(): boolean;
  close(): void;
}

/**
 * Connections of one client that stay open for its next request, which saves the handshakes. Each leads to the address
 * that the egress policy allowed when it was opened, and is closed after a minute without a request.
 */
export interface IdleConnections {
  /** Removes and returns an open connection with a key. */
  take(key: string): HttpConnection | undefined;
  add(key: string, connection: HttpConnection): void;
  /** Closes them, and all that are added later. */
  close(): void;
}

/** How long a connection stays open without a request (ms). */
export const idleTimeoutMs = 60_000;

/** The most idle connections of a client. */
const maxIdle = 4;

/** Runs work whose requests share connections, and closes these. */
export async function withConnections<T>(
  work: (connections: IdleConnections) => Promise<T>,
): Promise<T> {
  const connections = createIdleConnections();
  try {
    return await work(connections);
  } finally {
    connections.close();
  }
}

export function createIdleConnections(): IdleConnections {
  let idle: { key: string; connection: HttpConnection }[] = [];
  let isClosed = false;
  return {
    take(key) {
      const found = idle.findLast((one) => one.key === key && one.connection.isOpen());
      idle = idle.filter((one) => one !== found && one.connection.isOpen());
      return found?.connection;
    },
    add(key, connection) {
      idle = idle.filter((one) => one.connection.isOpen());
      if (isClosed || idle.length >= maxIdle) connection.close();
      else idle.push({ key, connection });
    },
    close() {
      isClosed = true;
      for (const { connection } of idle.splice(0)) connection.close();
    },
  };
}
