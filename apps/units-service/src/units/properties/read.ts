import { isPlainText, type Handler } from '@trellis/contracts';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { findUnit } from '../../visibility/units.js';
import { noSuchProperty, toProperty } from './row.js';

export const readProperty: Handler<'units.property', { prisma: PrismaClient }> = async (
  { prisma },
  { caller, id, name },
) => {
  const { key } = await findUnit(prisma, caller, id);
  if (!isPlainText(name)) throw noSuchProperty();
  const row = await prisma.unitProperty.findFirst({ where: { unitKey: key, name } });
  if (!row) throw noSuchProperty();
  return toProperty(row);
};
