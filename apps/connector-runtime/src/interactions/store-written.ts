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
 * Stores a written value, so that a caller reads it once the write has succeeded. Polls that started earlier cannot
 * replace it. The next poll corrects it if the device did not apply it, and stores it if this fails.
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
    // The write itself has succeeded.
  }
}
