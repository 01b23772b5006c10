import type { Sealing } from '@trellis/sealing';
import type { PartRow } from './run.sql.js';

/** Decrypts the input of a bulk command; undefined without one. */
export function openInput(
  { sealing }: { sealing: Sealing },
  { developer, batch: id }: Pick<PartRow, 'developer' | 'batch'>,
  sealed: string | null,
): unknown {
  const binding = { purpose: 'interaction_batches.input', developer, id } as const;
  return sealed === null ? undefined : sealing.open(binding, sealed);
}
