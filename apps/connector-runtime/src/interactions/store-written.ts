import type { UnitsContract } from '@trellis/contracts';
import { query } from '@trellis/database';
import type { RpcClient } from '@trellis/messaging';
import type { Pool } from 'pg';
import type { Mapping } from '../generated/prisma/client.js';
import { markWritten } from '../polling/store.sql.js';

export interface StoreWrittenNeeds {
  pool: Pool;
  units: RpcClient<UnitsContract>;
}

/** A value that a remote technology has accepted. */
interface WrittenValue {
  developer: string;
  mapping: Pick<Mapping, 'clientKey' | 'entity' | 'thing'>;
  property: string;
  value: unknown;
}

/**
 * Stores a written value, so that whoever hears of its success reads it. What a poll finds that has begun before
 * does not replace it; the next one corrects it if the device did not take it. Where it cannot be stored, that
 * poll stores it.
 */
export async function storeWritten(
  { pool, units }: StoreWrittenNeeds,
  { developer, mapping: { clientKey, entity, thing }, property, value }: WrittenValue,
): Promise<void> {
  try {
    const [written] = await query(pool, markWritten, [clientKey, entity]);
    if (!written) return;
    await units('things.write', {
      caller: { developer },
      id: thing,
      values: { [property]: value },
      accepted: written.polled.toISOString(),
    });
  } catch {
    // The device has the value, whatever becomes of this.
  }
}
