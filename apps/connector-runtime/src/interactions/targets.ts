import { ConnectorFailure, DeviceUnavailable, Unavailable } from '@trellis/connector-sdk';
import { Problem, type Requester } from '@trellis/contracts';
import { query } from '@trellis/database';
import { Overloaded } from '../limits/bulkhead.js';
import { markWritten } from '../polling/store.sql.js';
import type { Runtime } from '../runtime.js';
import { Interrupted } from './problem.js';

export type TargetNeeds = Pick<Runtime, 'pool' | 'units'>;

/** A write that is about to be sent. */
interface Requested {
  /** Of the interaction. */
  id: string;
  developer: string;
  /** Of the client. */
  key: bigint;
  device: string;
  thing: string;
  values: Record<string, unknown>;
  transitionMs: number | undefined;
  /** Until when it waits if its device is away. */
  queueUntil?: Date | null;
  requester?: Requester | null | undefined;
}

/**
 * Sends a write, and stores its values as targets of the thing at the same time. Only reports and polls that begin after
 * that confirm them. When the write fails, what was not written is withdrawn, unless the failure leaves it open.
 * Throws `Interrupted` when the write was sent and its targets may not be stored: they would count as confirmed.
 */
export async function withTargets<Result>(
  { pool, units }: TargetNeeds,
  {
    id,
    developer,
    key,
    device,
    thing,
    values,
    transitionMs,
    queueUntil = null,
    requester,
  }: Requested,
  send: () => Promise<Result>,
): Promise<Result> {
  const [marked] = await query(pool, markWritten, [key, device]);
  const on = { caller: { developer }, id: thing, interaction: id };
  const requested = (marked?.written ?? new Date()).toISOString();
  const by = requester ?? undefined;
  const written = { values, transition_ms: transitionMs, requested, requester: by };
  const storing = units('things.request', { ...on, ...written }).catch(ignoreUnknownCall);
  try {
    const [sent, stored] = await Promise.allSettled([send(), storing]);
    if (sent.status === 'rejected') throw sent.reason;
    if (stored.status === 'rejected') throw new Interrupted();
    return sent.value;
  } catch (error) {
    const names = Object.keys(values).filter((name) => !mayBeWritten(error, name));
    if (names.length > 0) {
      const mayWait = queueUntil !== null && queueUntil.getTime() > Date.now();
      const queued = mayWait && error instanceof DeviceUnavailable;
      // Without it they become unconfirmed.
      await units('things.withdraw', { ...on, names, queued }).catch(() => undefined);
    }
    throw error;
  }
}

/** During an upgrade, units-service may still have a version without targets. */
function ignoreUnknownCall(error: unknown): void {
  if (!(error instanceof Problem) || error.code !== 'unknown_call') throw error;
}

function mayBeWritten(error: unknown, name: string): boolean {
  if (error instanceof Overloaded) return false;
  if (!(error instanceof ConnectorFailure)) return true;
  return (error instanceof Unavailable && error.sent) || (error.written?.includes(name) ?? false);
}
