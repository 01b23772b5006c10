import type { Handler } from '@trellis/contracts';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { findUnit } from '../../visibility/units.js';
import { findReferences } from './find.js';

/** One list of references of a unit, without those that the caller cannot see. */
export const listReferences: Handler<'units.references', { prisma: PrismaClient }> = async (
  { prisma },
  { caller, id, relation, page },
) => {
  const { key } = await findUnit(prisma, caller, id);
  return findReferences(prisma, { caller, unitKey: key, relation, page });
};
