import { ConnectorFailure, DeviceUnavailable, Unavailable } from '@trellis/connector-sdk';
import { Problem } from '@trellis/contracts';
import { query } from '@trellis/database';
import { Overloaded } from '../limits/bulkhead.js';
import { markWritten } from '../polling/store.sql.js';
import type { Runtime } from '../runtime.js';

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
  /** Until when it waits if its device is away. */
  queueUntil?: Date | null;
}

/**
 * Sends a write, with its values stored as targets of the thing before: the device may report them at once. Only reports
 * and polls that begin after that confirm them. When the write fails, what was not written is withdrawn, unless
 * the failure leaves it open.
 */
export async function withTargets<Result>(
  { pool, units }: TargetNeeds,
  { id, developer, key, device, thing, values, queueUntil = null }: Requested,
  send: () => Promise<Result>,
): Promise<Result> {
  const [marked] = await query(pool, markWritten, [key, device]);
  const on = { caller: { developer }, id: thing, interaction: id };
  const requested = (marked?.written ?? new Date()).toISOString();
  await units('things.request', { ...on, values, requested }).catch(ignoreUnknownCall);
  try {
    return await send();
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
