import type { Caller } from '@trellis/contracts';
import type { Database } from '../database.js';
import { findUnit } from './visible.js';

/** Removes a unit and its links; what it was linked to stays. */
export async function removeUnit(
  { prisma }: Database,
  { caller, id }: { caller: Caller; id: string },
): Promise<Record<string, never>> {
  const { key } = await findUnit(prisma, caller, id);
  await prisma.unit.deleteMany({ where: { key } });
  return {};
}
