import type { Sealing } from '@trellis/sealing';
import type { PartRow } from './run.sql.js';

/** The value or input that a batch has for each of its things; undefined without one. */
export function inputOf(
  { sealing }: { sealing: Sealing },
  { developer, batch: id, input }: PartRow,
): unknown {
  const binding = { purpose: 'interaction_batches.input', developer, id } as const;
  return input === null ? undefined : sealing.open(binding, input);
}
