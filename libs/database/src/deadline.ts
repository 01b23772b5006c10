import { once } from 'node:events';
import { connect } from 'node:net';
import { Problem } from '@trellis/contracts';
import { timerDelayMs } from '@trellis/platform/concurrency';
import type pg from 'pg';
import { databaseProblem, isCancelled, isConflict } from './errors.js';

/** Instant at which the caller of a write stops waiting; nothing is stored after it. */
export interface Deadline {
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** Throws `timeout` when the caller has stopped waiting. */
export function requireTimeLeft({ expiresAt }: Deadline): void {
  if (Date.now() >= expiresAt) throw new Problem('timeout', 'The request waited too long.');
}

/** Returns the earliest deadline of calls that are written together. */
export const firstDeadline = (calls: readonly Deadline[]): Deadline => ({
  expiresAt: Math.min(...calls.map(({ expiresAt }) => expiresAt)),
});

/**
 * Runs statements on a connection of a pool. When the deadline passes, the current statement is cancelled, even if it
 * waits for a lock. Throws `timeout` then, and nothing is stored.
 */
export async function withConnection<T>(
  pool: pg.Pool,
  deadline: Deadline,
  run: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let cancelling: Promise<unknown> | undefined;
  let isBroken = false;
  // Between two statements, nobody else learns that the connection broke.
  const onError = () => (isBroken = true);
  client.on('error', onError);
  const timer = setTimeout(
    () => (cancelling = requestCancel(client)),
    timerDelayMs(deadline.expiresAt - Date.now()),
  );
  try {
    requireTimeLeft(deadline);
    return await run(client);
  } catch (error) {
    // The server of this connection may not accept writes.
    isBroken ||= databaseProblem(error) !== undefined && !isConflict(error);
    if (cancelling && isCancelled(error)) requireTimeLeft(deadline);
    throw error;
  } finally {
    clearTimeout(timer);
    client.off('error', onError);
    // A late cancellation must not hit the next user of the connection.
    client.release(isBroken || cancelling !== undefined);
  }
}

/** Members of a connection that the types of `pg` lack. */
interface Backend {
  host: string;
  port: number;
  processID: number;
  secretKey: number;
}

/** Code of a CancelRequest (PostgreSQL manual, section "Message Formats"). */
const cancelRequestCode = 80877102;

/** Asks PostgreSQL to cancel the current statement of a connection. If that fails, the statement times out. */
async function requestCancel(client: pg.PoolClient): Promise<void> {
  const { host, port, processID, secretKey } = client as pg.PoolClient & Backend;
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  const message = Buffer.alloc(16);
  const fields = [message.length, cancelRequestCode, processID, secretKey];
  for (const [index, field] of fields.entries()) message.writeInt32BE(field, 4 * index);
  socket.end(message);
  await once(socket, 'close').catch(() => undefined);
}
