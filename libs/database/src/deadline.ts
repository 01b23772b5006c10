import { once } from 'node:events';
import { connect } from 'node:net';
import { Problem } from '@trellis/contracts';
import { timerDelayMs } from '@trellis/platform/concurrency';
import type pg from 'pg';
import { databaseProblem, isCancelled, isConflict } from './errors.js';

/** When the caller of a write stops waiting: nothing is stored after that. */
export interface Deadline {
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** Throws `timeout` when the caller has stopped waiting. */
export function requireTimeLeft({ expiresAt }: Deadline): void {
  if (Date.now() >= expiresAt) throw new Problem('timeout', 'The request waited too long.');
}

/** The deadline of calls that are written together: that of the one that expires first. */
export const firstDeadline = (calls: readonly Deadline[]): Deadline => ({
  expiresAt: Math.min(...calls.map(({ expiresAt }) => expiresAt)),
});

/**
 * Runs statements on a connection of a pool. The one that is executed when the deadline passes, as when
 * it waits for a lock, is cancelled: throws `timeout` then, and nothing of it is stored.
 */
export async function withConnection<T>(
  pool: pg.Pool,
  deadline: Deadline,
  run: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let cancelling: Promise<unknown> | undefined;
  let isBroken = false;
  // Between two statements, a connection that breaks reports it to nobody else.
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
    // It may lead to a server that takes no writes.
    isBroken ||= databaseProblem(error) !== undefined && !isConflict(error);
    if (cancelling && isCancelled(error)) requireTimeLeft(deadline);
    throw error;
  } finally {
    clearTimeout(timer);
    client.off('error', onError);
    // The cancellation may arrive late, and must not hit the next user of the connection.
    client.release(isBroken || cancelling !== undefined);
  }
}

/** What `pg` knows of a connection, beyond its types. */
interface Backend {
  host: string;
  port: number;
  processID: number;
  secretKey: number;
}

/** The code of a CancelRequest (PostgreSQL manual, section "Message Formats"). */
const cancelRequestCode = 80877102;

/**
 * Asks PostgreSQL to cancel what a connection executes. A failure leaves the statement to its timeout.
 */
async function requestCancel(client: pg.PoolClient): Promise<void> {
  const { host, port, processID, secretKey } = client as unknown as Backend;
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  const message = Buffer.alloc(16);
  const fields = [message.length, cancelRequestCode, processID, secretKey];
  for (const [index, field] of fields.entries()) message.writeInt32BE(field, 4 * index);
  socket.end(message);
  await once(socket, 'close').catch(() => undefined);
}
